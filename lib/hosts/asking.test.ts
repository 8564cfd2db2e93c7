import { expect, it } from "vitest";
import { hostPause } from "./pause";
import { askPatiently } from "./retry";
import { adaptiveSlots } from "./slots";
import { manualClock } from "./testing/manual-clock";
import { NEVER, opened } from "./testing/opened";
import { completion, requestFor } from "./testing/replies";
import { held, reply, scriptedHost, tooMany } from "./testing/scripted-host";

it("workers of one host share its slots and its pause, over real connections", async () => {
  const server = await scriptedHost();
  server.route("/v1/models", reply({ data: [] }));
  const host = opened({ kind: "openai-compatible", base_url: `${server.url}/v1` });
  const clock = manualClock();
  const shared = { clock, pause: hostPause(clock), slots: adaptiveSlots(2), random: () => 0 };
  // Two are in flight: one is refused, then the other is answered.
  const answered = held(reply(completion("2")));
  const refused = held(tooMany("2"));
  server.script(answered.behaviour, refused.behaviour);
  server.otherwise(reply(completion("1")));
  const asked = Array.from({ length: 5 }, () =>
    askPatiently({
      ...shared,
      ask: (signal) => host.ask(requestFor(), signal),
      attempts: 3,
      timeoutMs: 1_800_000,
      signal: NEVER,
    }),
  );
  const chats = () => server.seen.filter(({ path }) => path.endsWith("/chat/completions")).length;
  const answeredFirst = asked[0]!;
  while (chats() < 2) await server.arrived(server.seen.length + 1);
  refused.release();
  while (shared.pause.left() === 0) await new Promise((resolve) => setImmediate(resolve));
  answered.release();
  await Promise.race(asked);
  expect(chats()).toBe(2);
  expect(shared.slots.limit()).toBe(1);
  await clock.advance(1999);
  expect(chats()).toBe(2);
  await clock.advance(1);
  const replies = await Promise.all(asked);
  expect(chats()).toBe(6);
  expect(replies.map(({ kind }) => kind)).toEqual(Array(5).fill("reply"));
  expect(replies.map(({ attempts }) => attempts).sort()).toEqual([1, 1, 1, 1, 2]);
  expect((await answeredFirst).kind).toBe("reply");
  expect(server.mostInFlight()).toBeLessThanOrEqual(2);
  await host.close();
  await server.close();
});
