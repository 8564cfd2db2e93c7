import OpenAI from "openai";
import type { z } from "zod";
import type { Called, HostHttp } from "@/lib/hosts/http";

/** The longest that a timer can be set to: the caller's signal is the only time limit. */
const NO_TIMEOUT_MS = 2 ** 31 - 1;

/**
 * A client of one request on the `fetch` of an exchange. Nothing is taken from the environment: the
 * organisation of an OpenAI account must not reach another host.
 */
export function openaiClient(
  baseURL: string,
  key: string | null,
  fetch: typeof globalThis.fetch,
): OpenAI {
  return new OpenAI({
    baseURL,
    fetch,
    apiKey: key ?? "none",
    organization: null,
    project: null,
    webhookSecret: null,
    adminAPIKey: null,
    maxRetries: 0,
    timeout: NO_TIMEOUT_MS,
    logLevel: "off",
    defaultHeaders: key === null ? { Authorization: null } : {},
  });
}

/** The routes of one server; every reply is read by a schema. */
export interface Routes {
  readonly http: HostHttp;
  /** `path` stands under the base address, or at the server's root where native routes are. */
  get<T extends z.ZodType>(
    path: string | { readonly root: string },
    schema: T,
    signal: AbortSignal,
  ): Promise<Called<z.output<T>>>;
  post<T extends z.ZodType>(
    path: string | { readonly root: string },
    body: Readonly<Record<string, unknown>>,
    schema: T,
    signal: AbortSignal,
  ): Promise<Called<z.output<T>>>;
}

export function routesOf(http: HostHttp, key: string | null): Routes {
  const root = http.baseUrl.replace(/\/+$/, "").replace(/\/v1$/, "");
  const address = (path: string | { readonly root: string }): string =>
    typeof path === "string" ? path : `${root}${path.root}`;
  return {
    http,
    get: (path, schema, signal) =>
      http.call(signal, schema, (fetch) =>
        openaiClient(http.baseUrl, key, fetch).get<unknown>(address(path)),
      ),
    post: (path, body, schema, signal) =>
      http.call(signal, schema, (fetch) =>
        openaiClient(http.baseUrl, key, fetch).post<unknown>(address(path), { body }),
      ),
  };
}
