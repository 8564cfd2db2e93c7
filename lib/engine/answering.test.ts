import { describe, expect, it, vi } from "vitest";
import { answeringEngine } from "./answering";
import { EngineError, type Engine, type RawRow } from "./engine";

const KNOWN = "SELECT known";
const OTHER = "SELECT other";

/** A started engine, and what it is asked. */
function started(rows: RawRow[] = [{ n: 2 }]) {
  const query = vi.fn<(sql: string) => Promise<RawRow[]>>().mockResolvedValue(rows);
  const exec = vi.fn<(sql: string) => Promise<void>>().mockResolvedValue();
  return { real: { query, exec } as unknown as Engine, query, exec };
}

function starting() {
  const start = Promise.withResolvers<Engine>();
  start.promise.catch(() => undefined);
  return {
    ...start,
    engine: answeringEngine((sql) => (sql === KNOWN ? [{ n: 1 }] : undefined), start.promise),
  };
}

describe("an engine that is still starting", () => {
  it("answers what is known, and lets all else wait for the start", async () => {
    const { engine, resolve } = starting();
    const heard = vi.fn();
    const waiting = engine.query(OTHER).then(heard);
    const done = engine.exec("SET x = 1");
    expect(await engine.query(KNOWN)).toEqual([{ n: 1 }]);
    expect(heard).not.toHaveBeenCalled();
    const { real, exec } = started();
    resolve(real);
    await Promise.all([waiting, done]);
    expect(heard).toHaveBeenCalledWith([{ n: 2 }]);
    expect(exec).toHaveBeenCalledWith("SET x = 1");
  });

  it("hands on what is known as well, once it has started: the data may change", async () => {
    const { engine, resolve } = starting();
    resolve(started([{ n: 3 }]).real);
    await Promise.resolve();
    expect(await engine.query(KNOWN)).toEqual([{ n: 3 }]);
  });

  it("lets nobody wait who has given up, before and after", async () => {
    const { engine, resolve } = starting();
    const given = new AbortController();
    const waiting = engine.query(OTHER, { signal: given.signal });
    given.abort(new Error("not wanted any more"));
    await expect(waiting).rejects.toThrow("not wanted any more");
    for (const sql of [KNOWN, OTHER])
      await expect(engine.query(sql, { signal: given.signal })).rejects.toThrow("not wanted");
    const { real, query } = started();
    resolve(real);
    await engine.query(OTHER, { signal: new AbortController().signal });
    expect(query).toHaveBeenCalledTimes(1);
  });

  it("passes on errors of the start and of the started engine", async () => {
    const failed = starting();
    const waiting = failed.engine.query(OTHER);
    failed.reject(new EngineError("no wasm"));
    await expect(waiting).rejects.toThrow("no wasm");
    expect(await failed.engine.query(KNOWN)).toEqual([{ n: 1 }]);

    const { engine, resolve } = starting();
    const { real, query } = started();
    query.mockRejectedValue(new EngineError("no such table", OTHER));
    resolve(real);
    await expect(engine.query(OTHER)).rejects.toThrow("no such table");
  });
});
