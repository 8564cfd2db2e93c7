import { describe, expect, it } from "vitest";
import { isLoopback, refusalOf, type Standing } from "./operator";

const HERE: Standing = { bound: "127.0.0.1", token: null };
const OPEN: Standing = { bound: "0.0.0.0", token: "s3cret" };

function request(headers: Record<string, string> = {}, method = "POST") {
  return {
    method,
    headers: new Headers({
      host: "foil.example:3000",
      "content-type": "application/json",
      ...headers,
    }),
  };
}

describe("who may write", () => {
  it("trusts the users of the own machine on loopback", () => {
    expect(refusalOf(request(), HERE)).toBeNull();
    expect(refusalOf(request({ origin: "http://foil.example:3000" }), HERE)).toBeNull();
  });

  it.each([
    ["another origin", { origin: "http://evil.example" }],
    ["another port", { origin: "http://foil.example:3001" }],
    ["no readable origin", { origin: "null" }],
    ["a cross-site fetch", { "sec-fetch-site": "cross-site" }],
    ["a sibling's fetch", { "sec-fetch-site": "same-site" }],
  ])("refuses %s, on loopback and with the token", (_, headers) => {
    expect(refusalOf(request(headers), HERE)?.status).toBe(403);
    const withToken = { ...headers, authorization: "Bearer s3cret" };
    expect(refusalOf(request(withToken), OPEN)?.status).toBe(403);
  });

  it("refuses what a form could send", () => {
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/jsonp"])
      expect(refusalOf(request({ "content-type": type }), HERE)?.status).toBe(415);
    expect(
      refusalOf(request({ "content-type": "application/json; charset=utf-8" }), HERE),
    ).toBeNull();
  });

  it("needs the operator's token beyond loopback, whatever is written", () => {
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      expect(refusalOf(request({}, method), OPEN)?.status).toBe(401);
      expect(refusalOf(request({ authorization: "Bearer wrong" }, method), OPEN)?.status).toBe(401);
      expect(refusalOf(request({ authorization: "s3cret" }, method), OPEN)?.status).toBe(401);
      expect(refusalOf(request({ authorization: "Bearer s3cret" }, method), OPEN)).toBeNull();
    }
  });

  it("writes nothing beyond loopback where no token is set", () => {
    const bare = { bound: "192.168.1.5", token: null };
    const refusal = refusalOf(request({ authorization: "Bearer " }), bare);
    expect(refusal?.status).toBe(403);
    expect(refusal?.why).toContain("FOILSCOPE_TOKEN");
  });

  it("knows loopback from the rest", () => {
    expect(["localhost", "127.0.0.1", "127.1.2.3", "::1", "[::1]"].every(isLoopback)).toBe(true);
    const others = ["0.0.0.0", "::", "192.168.0.1", "localhost.evil.example", "1127.0.0.1"];
    expect(others.some(isLoopback)).toBe(false);
  });
});
