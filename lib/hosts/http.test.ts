import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { addressPolicy } from "./addresses";
import { HostError } from "./host";
import { hostHttp, type HostHttp, type HttpOptions } from "./http";
import { hostPause } from "./pause";
import { askPatiently } from "./retry";
import { adaptiveSlots } from "./slots";
import { manualClock } from "./testing/manual-clock";
import { NEVER } from "./testing/opened";
import {
  cutJson,
  drop,
  dropMidway,
  fail,
  held,
  huge,
  reply,
  replyText,
  scriptedHost,
  tooMany,
  type Behaviour,
  type ScriptedHost,
} from "./testing/scripted-host";

const KEY = "sk-test-0123456789";
let host: ScriptedHost;
let http: HostHttp;

function open(options: Partial<HttpOptions> = {}): HostHttp {
  return hostHttp({
    baseUrl: host.url,
    key: KEY,
    policy: addressPolicy(undefined),
    maxReplyBytes: 100_000,
    ...options,
  });
}

beforeEach(async () => {
  host = await scriptedHost();
  http = open();
});
afterEach(async () => {
  await host.close();
  await http.close();
});

const ask = (signal = NEVER, over = http) =>
  over.call(signal, z.looseObject({}), async (fetch) => {
    const response = await fetch(`${over.baseUrl}/ask`, {
      method: "POST",
      body: JSON.stringify({ key: KEY, question: "which?" }),
      headers: { authorization: `Bearer ${KEY}`, "x-telemetry": "yes", "content-type": "text/x" },
    });
    return response.json();
  });

async function failing(behaviour: Behaviour): Promise<HostError> {
  host.script(behaviour);
  const error: unknown = await ask().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(HostError);
  return error as HostError;
}

describe("what a host says", () => {
  it("is kept with what was sent, and timed", async () => {
    host.script(reply({ answer: "53" }));
    const called = await ask();
    expect(called.value).toEqual({ answer: "53" });
    expect(called.responseBody).toBe('{"answer":"53"}');
    expect(called.request).toBe('{"key":"[key removed]","question":"which?"}');
    expect(called.latencyMs).toBeGreaterThan(0);
  });

  it("is read without the key, however the host echoes it", async () => {
    host.script(reply({ echo: `you are ${KEY}`, encoded: Buffer.from(KEY).toString("base64") }));
    const called = await ask();
    expect(JSON.stringify(called)).not.toContain(KEY);
    expect(called.value).toEqual({ echo: "you are [key removed]", encoded: "[key removed]" });
    const refused = await failing(fail(401, `bad key ${KEY}`));
    expect(refused.message).toBe("the host answers 401: bad key [key removed]");
    expect(JSON.stringify(refused.details)).not.toContain(KEY);
  });

  it("keeps a placeholder for a key from eating words of an answer", async () => {
    const placeholder = open({ key: "none" });
    host.script(reply({ answer: "none of them" }));
    expect((await ask(NEVER, placeholder)).value).toEqual({ answer: "none of them" });
    await placeholder.close();
  });
});

describe("what is sent", () => {
  it("has no header but the needed ones, and the key only where there is one", async () => {
    host.otherwise(reply({}));
    await ask();
    expect(host.seen[0]?.headers).toMatchObject({ authorization: `Bearer ${KEY}` });
    expect(host.seen[0]?.headers).not.toHaveProperty("x-telemetry");
    const keyless = open({ key: null });
    await ask(NEVER, keyless);
    expect(host.seen[1]?.headers).not.toHaveProperty("authorization");
    await keyless.close();
  });

  it("goes to the address that was checked, not to what the name means a moment later", async () => {
    const { port } = new URL(host.url);
    const answers = ["127.0.0.1", "169.254.169.254"];
    const asked: string[] = [];
    const named = open({
      baseUrl: `http://model.example:${port}`,
      resolve: (name) => {
        asked.push(name);
        return Promise.resolve([{ address: answers[asked.length - 1]!, family: 4 }]);
      },
    });
    host.script(reply({ answer: "1" }));
    expect((await ask(NEVER, named)).value).toEqual({ answer: "1" });
    expect(asked).toEqual(["model.example"]);
    // A new connection is checked anew.
    await named.close();
    const again = open({
      baseUrl: `http://model.example:${port}`,
      resolve: () => Promise.resolve([{ address: "169.254.169.254", family: 4 }]),
    });
    await expect(ask(NEVER, again)).rejects.toThrow(/metadata service/);
    await again.close();
  });

  it("never carries a key unencrypted over the internet", async () => {
    const open8 = open({ baseUrl: "http://8.8.8.8:9" });
    await expect(ask(NEVER, open8)).rejects.toThrow(/never sent unencrypted/);
    await open8.close();
  });

  it("refuses an address of the network that nobody allowed, without another try", async () => {
    const inside = open({ baseUrl: "http://10.9.8.7:1" });
    const error: unknown = await ask(NEVER, inside).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ details: { again: false, status: null } });
    await inside.close();
  });
});

describe("misbehaviour", () => {
  it("by status is an error that says whether another try can help", async () => {
    for (const [status, again] of [
      [400, false],
      [401, false],
      [403, false],
      [404, false],
      [408, true],
      [429, true],
      [500, true],
      [503, true],
    ] as const)
      expect((await failing(fail(status))).details, String(status)).toMatchObject({
        status,
        again,
      });
  });

  it("of an account without money is not tried again", async () => {
    const error = await failing(fail(429, "no credit", {}, { code: "insufficient_quota" }));
    expect(error.details.again).toBe(false);
  });

  it("says how long to wait, in seconds or as a date by the host's own clock", async () => {
    expect((await failing(tooMany("2"))).details.retryAfterMs).toBe(2000);
    const headers = {
      date: "Wed, 01 Jan 2020 00:00:00 GMT",
      "retry-after": "Wed, 01 Jan 2020 00:00:07 GMT",
    };
    expect((await failing(fail(503, "busy", headers))).details.retryAfterMs).toBe(7000);
    expect((await failing(tooMany("soon"))).details.retryAfterMs).toBeNull();
  });

  it("with status 200 and an error inside is an error", async () => {
    const quoted = await failing(reply({ error: { message: "overloaded", code: 502 } }));
    expect(quoted.message).toBe("the host answers 200: overloaded");
    expect(quoted.details).toMatchObject({ status: 502, again: true });
    expect((await failing(reply({ error: "model not found" }))).message).toMatch(/model not found/);
    expect((await failing(reply({ object: "error", message: "too long" }))).message).toMatch(
      /too long/,
    );
    const choice = { finish_reason: "error", error: { message: "provider gone", code: 429 } };
    expect((await failing(reply({ choices: [choice] }))).details.status).toBe(429);
    const bare = { finish_reason: "error", message: { content: "Answer: B" } };
    expect((await failing(reply({ choices: [bare] }))).message).toMatch(/ended with an error/);
    host.script(reply({ error: "", answer: "1" }));
    expect((await ask()).value).toMatchObject({ answer: "1" });
  });

  it("of a page, an empty reply or cut JSON is an error, never an answer", async () => {
    const page = replyText("<html>Answer: B</html>", { headers: { "content-type": "text/html" } });
    expect((await failing(page)).message).toBe("the reply is no JSON but text/html");
    expect((await failing(replyText(""))).message).toBe("the reply is empty");
    const cut = await failing(cutJson({ answer: "a long text" }));
    expect(cut.message).toMatch(/breaks off after \d+ characters/);
    expect(cut.details).toMatchObject({ again: true, status: 200 });
    expect(cut.details.responseBody).toMatch(/^\{"answer"/);
  });

  it("of JSON that is none is told as what it is, and only what broke off is asked again", async () => {
    // '{"a":"}"}' has 9 characters.
    const lines = await failing(replyText('{"a":"}"}\n{"b":2}\n'));
    expect(lines.message).toBe(
      "the reply is not one JSON value: more follows after its first 9 characters",
    );
    expect(lines.details.again).toBe(false);
    const bare = await failing(replyText('{"text":"None \\" NaN","logprob":-NaN}'));
    expect(bare.message).toBe("the reply is no JSON: it holds a bare -NaN");
    expect((await failing(replyText("[1,]"))).message).toBe(
      "the reply is no JSON, though it begins and ends as such",
    );
    expect((await failing(replyText('{"a":[1,2'))).message).toBe(
      "the reply breaks off after 9 characters",
    );
  });

  it("of what fails before anything is sent is not told as a reply", async () => {
    const error = await http
      .call(NEVER, z.unknown(), () => Promise.reject(new TypeError(`no header: ${KEY}`)))
      .catch((reason: unknown) => reason);
    expect((error as HostError).message).toBe(
      "the request could not be made: TypeError: no header: [key removed]",
    );
  });

  it("of a broken connection can be tried again", async () => {
    expect((await failing(drop)).message).toMatch(/cannot be reached/);
    const midway = await failing(dropMidway({ answer: "x".repeat(1000) }));
    expect(midway.message).toMatch(/broke off its reply/);
    expect(midway.details.again).toBe(true);
  });

  it("of a reply without end stops at a limit", async () => {
    const error = await failing(huge(200_000));
    expect(error.message).toMatch(/longer than 100000 bytes/);
    expect(error.details.again).toBe(false);
  });

  it("of a redirect is told, and not followed", async () => {
    const error = await failing(
      replyText("", { status: 307, headers: { location: "http://169.254.169.254/" } }),
    );
    expect(error.message).toMatch(/307 and points to http:\/\/169\.254\.169\.254\//);
    expect(host.seen).toHaveLength(1);
  });

  it("of nobody listening names the address", async () => {
    const { url } = host;
    await host.close();
    await expect(ask()).rejects.toThrow(`${url} cannot be reached`);
    host = await scriptedHost();
  });
});

describe("aborting", () => {
  it("by the time limit leaves what was asked in the error", async () => {
    const silence = held(reply({}));
    host.script(silence.behaviour);
    const clock = manualClock();
    const asked = askPatiently({
      ask: (signal) => ask(signal),
      attempts: 3,
      timeoutMs: 1000,
      pause: hostPause(clock),
      slots: adaptiveSlots(1),
      clock,
      random: () => 1,
      signal: NEVER,
    });
    await host.arrived(1);
    await clock.advance(1000);
    expect(await asked).toMatchObject({
      kind: "failed",
      attempts: 1,
      error: {
        message: "no reply within 1 s, the time limit of a request",
        details: { request: '{"key":"[key removed]","question":"which?"}', responseBody: null },
      },
    });
    silence.release();
  });

  it("throws the signal's reason, and the host sees the connection close", async () => {
    const waiting = held(reply({}));
    host.script(waiting.behaviour);
    const stop = new AbortController();
    const asked = ask(stop.signal);
    await host.arrived(1);
    const reason = new Error("the user has cancelled");
    stop.abort(reason);
    await expect(asked).rejects.toBe(reason);
    await host.abandoned(1);
    waiting.release();
  });
});

describe("an address in disguise", () => {
  const asked = async (address: string) => {
    const disguised = open({ baseUrl: address, policy: addressPolicy("public") });
    const answer = disguised.call(NEVER, z.unknown(), async (fetch) =>
      (await fetch(address)).json(),
    );
    const error: unknown = await answer.catch((thrown: unknown) => thrown);
    await disguised.close();
    return error;
  };

  it.each([
    "http://2130706433/",
    "http://0x7f000001/",
    "http://0177.0.0.1/",
    "http://127.1/",
    "http://127.0.0.1./",
    "http://0/",
    "http://[::1]/",
    "http://[::ffff:7f00:1]/",
    "http://[0:0:0:0:0:ffff:127.0.0.1]/",
    "http://[64:ff9b::7f00:1]/",
    "http://[::7f00:1]/",
    "http://①②⑦.0.0.1/",
    "http://[fe80::1]/",
  ])("%s is refused where only the internet is allowed", async (address) => {
    const error = await asked(address);
    expect(error).toBeInstanceOf(HostError);
    expect((error as HostError).message).toContain("may not be reached");
    expect(host.seen).toHaveLength(0);
  });
});

describe("what a host says at length", () => {
  it("is repeated as far as a message goes, whatever the status", async () => {
    const long = "x".repeat(50_000);
    for (const status of [200, 400, 500]) {
      host.script(reply({ error: { message: long } }, { status }));
      const error: unknown = await http
        .call(NEVER, z.unknown(), async (fetch) => (await fetch(host.url)).json())
        .catch((thrown: unknown) => thrown);
      expect((error as HostError).message.length).toBeLessThan(700);
    }
    host.script(reply({ data: Array.from({ length: 2000 }, () => 1) }));
    const strict = z.object({ data: z.array(z.string()) });
    const error: unknown = await http
      .call(NEVER, strict, async (fetch) => (await fetch(host.url)).json())
      .catch((thrown: unknown) => thrown);
    expect((error as HostError).message.length).toBeLessThan(700);
  });
});
