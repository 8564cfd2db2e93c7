import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ENDPOINTS, pathOf, type Endpoint } from "./endpoints";
import { openApi } from "./openapi";

const METHOD = /export (?:async )?(?:function|const) (GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\b/g;

/** What app/api serves: `METHOD /path` by the files alone. */
function routes(): string[] {
  return globSync("app/api/**/route.ts").flatMap((file) => {
    const path = `/${file.replaceAll("\\", "/")}`
      .replace(/^\/app/, "")
      .replace(/\/route\.ts$/, "")
      .replace(/\[(\w+)\]/g, "{$1}");
    return [...readFileSync(file, "utf8").matchAll(METHOD)].map(
      ([, method]) => `${method ?? "none"} ${path}`,
    );
  });
}

interface Operation {
  readonly operationId: string;
  readonly parameters: readonly { readonly name: string; readonly in: string }[];
  readonly security?: unknown;
}
type Paths = Record<string, Record<string, Operation>>;

describe("openapi.json", () => {
  const paths = openApi("1.2.3").paths as Paths;
  const described = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ path, method, operation })),
  );

  it("describes every route of app/api and nothing else", () => {
    const names = described.map(({ path, method }) => `${method.toUpperCase()} ${path}`);
    expect(names.sort()).toEqual(routes().sort());
  });

  it("names each operation once, and every parameter of its path", () => {
    expect(new Set(described.map(({ operation }) => operation.operationId)).size).toBe(
      Object.keys(ENDPOINTS).length,
    );
    for (const { path, operation } of described) {
      const inPath = operation.parameters.filter((p) => p.in === "path").map((p) => p.name);
      expect(inPath).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
    }
  });

  it("marks what only the operator may", () => {
    for (const { method, operation } of described) {
      const { writes } = (ENDPOINTS as Record<string, Endpoint>)[operation.operationId] ?? {};
      expect(operation.security !== undefined).toBe(writes);
      if (writes !== true) expect(["get", "post"]).toContain(method);
    }
  });

  it("is plain JSON", () => {
    const made = openApi("1.2.3");
    expect(JSON.parse(JSON.stringify(made))).toEqual(made);
  });
});

describe("paths", () => {
  it("keeps what is no part of a path out of it", () => {
    expect(pathOf(ENDPOINTS.detachHost, { id: "../jobs?x=1" })).toBe(
      "/api/hosts/..%2Fjobs%3Fx%3D1",
    );
    expect(() => pathOf(ENDPOINTS.job)).toThrow("needs id");
  });
});
