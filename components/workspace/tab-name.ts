const TAB_KEY = "foilscope-tab";
const lockOf = (tab: string) => `foilscope-tab ${tab}`;

/** Holds a tab's name until the page goes. @returns false where `patience` ended first. */
function hold(locks: LockManager, tab: string, patience?: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const held = () => {
      resolve(true);
      return new Promise<never>(() => undefined);
    };
    locks
      .request(lockOf(tab), patience ? { signal: patience } : {}, held)
      .catch(() => resolve(false));
  });
}

/**
 * A name that a reload keeps and no other open tab has: what is kept under it is this tab's alone.
 * The session's storage is copied when a tab is duplicated, so that it cannot tell by itself: the
 * page that holds the name's lock has it, and the other gets a new one.
 * @param patience ends when the page before a reload must have let go.
 * @throws where the browser keeps nothing.
 */
export async function claimTabName(
  locks: LockManager,
  session: Storage,
  patience: AbortSignal,
): Promise<string> {
  const known = session.getItem(TAB_KEY);
  if (known !== null && (await hold(locks, known, patience))) return known;
  const fresh = crypto.randomUUID();
  await hold(locks, fresh);
  session.setItem(TAB_KEY, fresh);
  return fresh;
}

/** Does the work while no page has the tab's name; not at all where one has. */
export async function whileClosed(
  locks: LockManager,
  tab: string,
  work: () => Promise<void>,
): Promise<void> {
  await locks.request(lockOf(tab), { ifAvailable: true }, async (lock) => {
    if (lock) await work();
  });
}
