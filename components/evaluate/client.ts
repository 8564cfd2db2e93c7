import {
  ENDPOINTS,
  pathOf,
  type Endpoint,
  type JsonEndpointName,
  type ReplyOf,
} from "@/lib/evaluate/contract/endpoints";
import { apiErrorSchema, apiPath } from "@/lib/snapshot/api";

/** A request that the server refused or could not answer; the message says why. */
export class ApiFailure extends Error {
  override readonly name = "ApiFailure";
  constructor(
    /** Null where no reply came at all. */
    readonly status: number | null,
    message: string,
  ) {
    super(message);
  }
}

export interface CallOptions {
  readonly parameters?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
  /** The operator's; null sends none. */
  readonly token?: string | null;
  readonly signal?: AbortSignal;
}

function requestOf({ method, body: hasBody }: Endpoint, options: CallOptions): RequestInit {
  const { body, token = null, signal } = options;
  const headers: Record<string, string> = {};
  if (method === "POST") headers["content-type"] = "application/json";
  if (token !== null) headers.authorization = `Bearer ${token}`;
  return {
    method,
    headers,
    signal,
    ...(method === "POST" && { body: JSON.stringify(hasBody ? body : {}) }),
  };
}

async function failureOf(response: Response): Promise<ApiFailure> {
  const said = apiErrorSchema.safeParse(await response.json().catch(() => null));
  const why = said.success
    ? `${said.data.error.what}: ${said.data.error.why}`
    : `the server answered ${response.status}`;
  return new ApiFailure(response.status, why);
}

/** Calls one operation of the server, and reads its reply by the schema that the server wrote it by. */
export async function call<K extends JsonEndpointName>(
  name: K,
  options: CallOptions = {},
): Promise<ReplyOf<K>> {
  const endpoint: Endpoint = ENDPOINTS[name];
  const address = apiPath(pathOf(endpoint, options.parameters).slice(1));
  const response = await fetch(address, requestOf(endpoint, options)).catch((error: unknown) => {
    options.signal?.throwIfAborted();
    throw new ApiFailure(
      null,
      `the server does not answer (${error instanceof Error ? error.message : String(error)})`,
    );
  });
  if (!response.ok) throw await failureOf(response);
  return ENDPOINTS[name].reply.parse(await response.json()) as ReplyOf<K>;
}

/** Address of the stream of a job's events, from behind an event on. */
export function eventsAddress(job: number, after: number): string {
  return apiPath(`${pathOf(ENDPOINTS.jobEvents, { id: job }).slice(1)}?after=${after}`);
}
