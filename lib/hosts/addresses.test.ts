import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addressClass, addressPolicy, AddressRefused, checkedAddresses } from "./addresses";

const allowed = (setting: string | undefined, address: string) =>
  addressPolicy(setting).refusal(address) === null;

describe("address policy", () => {
  it("lets a researcher reach the own machine and the internet, and asks for the rest", () => {
    expect(allowed(undefined, "127.0.0.1")).toBe(true);
    expect(allowed("", "::1")).toBe(true);
    expect(allowed(undefined, "8.8.8.8")).toBe(true);
    expect(allowed(undefined, "192.168.1.20")).toBe(false);
    expect(addressPolicy(undefined).refusal("192.168.1.20")).toMatch(
      /192\.168\.1\.20 is a private address, which FOILSCOPE_HOSTS_ALLOW \(now loopback,public\) does not allow/,
    );
    expect(allowed("loopback,private", "192.168.1.20")).toBe(true);
    expect(allowed("loopback,private", "8.8.8.8")).toBe(false);
    expect(allowed("public", "127.0.0.1")).toBe(false);
    expect(allowed("10.1.0.0/16", "10.1.2.3")).toBe(true);
    expect(allowed("10.1.0.0/16", "10.2.2.3")).toBe(false);
    expect(allowed("fd12:3456::/32", "fd12:3456::9")).toBe(true);
    // 100.64.0.0/10 carries Tailscale and the like.
    expect(allowed("private", "100.101.1.1")).toBe(true);
  });

  it("refuses metadata services, whatever is set and however they are spelled", () => {
    const open = "loopback,private,public,0.0.0.0/0,::/0";
    for (const address of [
      "169.254.169.254",
      "fd00:ec2::254",
      "fd00:0ec2:0:0:0:0:0:0254",
      "::ffff:169.254.169.254",
      "::ffff:a9fe:a9fe",
      "64:ff9b::a9fe:a9fe",
      "168.63.129.16",
      "100.100.100.200",
    ])
      expect(addressPolicy(open).refusal(address), address).toMatch(/metadata service/);
  });

  it("knows addresses behind their wrappings", () => {
    expect(addressClass("::ffff:192.168.0.1")).toBe("private");
    expect(addressClass("64:ff9b::7f00:1")).toBe("loopback");
    expect(addressClass("0.0.0.0")).toBe("loopback");
    expect(addressClass("169.254.1.1")).toBe("other");
    expect(addressClass("fe80::1")).toBe("other");
    expect(addressClass("224.0.0.1")).toBe("other");
    // IPv4 in the deprecated and in the local-use translated form.
    expect(addressClass("::7f00:1")).toBe("other");
    expect(addressClass("64:ff9b:1::a00:1")).toBe("private");
    expect(addressClass("::1")).toBe("loopback");
    expect(addressClass("2606:4700::1111")).toBe("public");
  });

  it("names a word of the setting that it does not know", () => {
    expect(() => addressPolicy("loopback,lan")).toThrow(/FOILSCOPE_HOSTS_ALLOW: "lan" is neither/);
  });

  it("never lets a link-local address through by a class", () => {
    fc.assert(
      fc.property(fc.nat(255), fc.nat(255), (a, b) => {
        expect(allowed("loopback,private,public", `169.254.${a}.${b}`)).toBe(false);
      }),
    );
  });
});

describe("checked addresses", () => {
  const policy = addressPolicy("public");
  const resolving =
    (...addresses: string[]) =>
    () =>
      Promise.resolve(
        addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
      );

  it("keeps of a name what the policy allows", async () => {
    const found = await checkedAddresses("mixed.example", policy, resolving("10.0.0.1", "8.8.8.8"));
    expect(found).toEqual([{ address: "8.8.8.8", family: 4 }]);
  });

  it("refuses a name of which nothing is left, and says why", async () => {
    const asked = checkedAddresses("inside.example", policy, resolving("10.0.0.1"));
    await expect(asked).rejects.toThrow(AddressRefused);
    await expect(asked).rejects.toThrow(/inside\.example may not be reached: 10\.0\.0\.1/);
  });

  it("checks literal addresses without a resolver", async () => {
    const never = () => Promise.reject(new Error("asked"));
    await expect(checkedAddresses("[::1]", policy, never)).rejects.toThrow(AddressRefused);
    expect(await checkedAddresses("8.8.8.8", policy, never)).toHaveLength(1);
  });
});
