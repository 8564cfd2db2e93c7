import type { Database } from "../database/database";
import type { Clock } from "../ports";
import { beat, releaseSlots, renewSlots, shareOf, takeSlots } from "../queue/slots";

/** The slots of one pool that this worker holds. */
class Pool {
  slots: number[] = [];
  /** By this machine's clock: taken before the database was asked, so that it never runs late. */
  until = 0;
  inUse = 0;

  constructor(
    readonly name: string,
    public limit: number,
  ) {}

  free(now: number): number {
    return now < this.until ? this.slots.length - this.inUse : 0;
  }
}

/** The pools of slots that a worker draws from. */
export class Pools {
  private readonly pools = new Map<string, Pool>();

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly owner: string,
    private readonly ttlMs: number,
  ) {}

  /** How many more requests may be in flight that count against all of these pools. */
  free(names: readonly string[]): number {
    const now = this.clock.now();
    return Math.min(...names.map((name) => this.pools.get(name)?.free(now) ?? 0));
  }

  /** Slots held of the scarcest of these pools, in use or not. */
  held(names: readonly string[]): number {
    return Math.min(...names.map((name) => this.pools.get(name)?.slots.length ?? 0));
  }

  use(names: readonly string[]): void {
    for (const name of names) this.of(name).inUse += 1;
  }

  giveBack(names: readonly string[]): void {
    for (const name of names) this.of(name).inUse -= 1;
  }

  /**
   * One beat: renews what is held, and takes or gives back slots until each pool that is wanted has
   * this worker's share of its limit.
   */
  async beat(wanted: ReadonlyMap<string, number>): Promise<void> {
    for (const [name, limit] of wanted) {
      const pool = this.pools.get(name);
      if (pool) pool.limit = limit;
      else this.pools.set(name, new Pool(name, limit));
    }
    const asked = this.clock.now();
    const workers = await beat(this.database, this.owner, [...wanted.keys()], this.ttlMs);
    await this.renew(asked);
    for (const pool of this.pools.values()) {
      const share = wanted.has(pool.name) ? shareOf(pool.limit, workers.get(pool.name) ?? 1) : 0;
      await this.adjust(pool, share);
      if (share === 0 && pool.slots.length === 0 && pool.inUse === 0) this.pools.delete(pool.name);
    }
  }

  private async renew(asked: number): Promise<void> {
    const held = await renewSlots(this.database, this.owner, this.ttlMs);
    for (const pool of this.pools.values()) {
      pool.slots = held.filter((slot) => slot.pool === pool.name).map((slot) => slot.slot);
      pool.until = asked + this.ttlMs;
    }
  }

  private async adjust(pool: Pool, share: number): Promise<void> {
    const { name } = pool;
    if (pool.slots.length < share) {
      const want = share - pool.slots.length;
      const asked = this.clock.now();
      const taken = await takeSlots(this.database, this.owner, name, pool.limit, want, this.ttlMs);
      pool.until = Math.min(pool.until, asked + this.ttlMs);
      pool.slots.push(...taken.map((slot) => slot.slot));
      return;
    }
    const surplus = pool.slots.length - Math.max(share, pool.inUse);
    if (surplus <= 0) return;
    // First out of use here, then free for others.
    const given = pool.slots.splice(pool.slots.length - surplus);
    await releaseSlots(this.database, this.owner, name, given);
  }

  private of(name: string): Pool {
    const pool = this.pools.get(name);
    if (!pool) throw new Error(`no pool ${name}`);
    return pool;
  }
}
