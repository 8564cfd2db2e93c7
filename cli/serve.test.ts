import { createServer } from "node:http";
import { type AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { addressOf } from "./serve";
import { assertFree, hostAllowed, listenFailure } from "./server";

describe("serve", () => {
  it("reads HOST and PORT, with this machine alone and 3000 as default", () => {
    expect(addressOf({} as NodeJS.ProcessEnv)).toEqual({ host: "127.0.0.1", port: 3000 });
    const given = { HOST: "0.0.0.0", PORT: "8080" } as unknown as NodeJS.ProcessEnv;
    expect(addressOf(given)).toEqual({ host: "0.0.0.0", port: 8080 });
    for (const PORT of ["http", "80.5", "-1", "70000"])
      expect(() => addressOf({ PORT } as unknown as NodeJS.ProcessEnv)).toThrow(/^PORT is /);
  });

  it("answers on loopback to loopback names alone", () => {
    for (const name of ["localhost:3000", "127.0.0.1", "127.0.0.1:80", "[::1]:3000"])
      expect(hostAllowed("127.0.0.1", name), name).toBe(true);
    for (const name of ["evil.example", "127.0.0.1.evil.example:3000", "localhost.evil", undefined])
      expect(hostAllowed("127.0.0.1", name), name).toBe(false);
    expect(hostAllowed("0.0.0.0", "lab.example:3000")).toBe(true);
  });

  it("says what to do when the port is busy", async () => {
    const busy = createServer();
    await new Promise<void>((resolve) => busy.listen(0, "127.0.0.1", resolve));
    const { port } = busy.address() as AddressInfo;
    await expect(assertFree("127.0.0.1", port)).rejects.toThrow(
      `port ${port} on 127.0.0.1 is in use: stop the program that uses it, or choose another port (PORT=${port + 1} npm start)`,
    );
    await new Promise((resolve) => busy.close(resolve));
    await expect(assertFree("127.0.0.1", port)).resolves.toBeUndefined();
    expect(listenFailure(Object.assign(new Error("x"), { code: "EACCES" }), "h", 80)).toContain(
      "PORT=3000",
    );
  });
});
