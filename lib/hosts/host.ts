import type { Decoding } from "@/lib/protocol/job-spec";
import type { ChatMessage } from "@/lib/protocol/presented";
import type { HostConfig } from "./config";

/** What a simulated host must know of the item shown; no other host reads it. */
export interface SimulatedTruth {
  readonly itemId: string;
  readonly environment: string | null;
  /** One-based. */
  readonly goldPos: number;
}

export interface ModelRequest {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly decoding: Decoding;
  readonly mode: "direct" | "thinking" | null;
  /** Labels of the options, by position. */
  readonly labels: readonly string[];
  /**
   * Context that the longest prompt and the output of the job need, in tokens of the host: the same
   * for all requests, since Ollama loads the model anew for another. Null where it is not known.
   */
  readonly contextTokens: number | null;
  /** For simulated hosts; null for all others. */
  readonly truth: SimulatedTruth | null;
}

/** One reply, whatever the host calls its parts. Unknown is null, never 0. */
export interface ModelReply {
  readonly text: string;
  readonly reasoning: string | null;
  readonly finishReason: string | null;
  /** The model that answered, as the host names it. */
  readonly served: string | null;
  /** Cached ones included. */
  readonly promptTokens: number | null;
  /** Reasoning included. */
  readonly completionTokens: number | null;
  readonly reasoningTokens: number | null;
  readonly cachedTokens: number | null;
  /** Of this attempt alone, from sending to the last byte; null for batches. */
  readonly latencyMs: number | null;
  /** The bodies as sent and received, without credentials. */
  readonly request: string;
  readonly responseBody: string;
  /** Natural logarithms by label, where the host gave them. */
  readonly labelLogprobs: Readonly<Record<string, number>> | null;
  /** Names of what was asked for and this host cannot take: decoding parameters, `mode`. */
  readonly dropped: readonly string[];
}

export interface HostErrorDetails {
  /** HTTP status; null where there was no reply, or the host is not reached by HTTP. */
  readonly status: number | null;
  /** Whether another try can help. */
  readonly again: boolean;
  /** Milliseconds that the host asked to be left alone. */
  readonly retryAfterMs: number | null;
  readonly request: string | null;
  readonly responseBody: string | null;
  readonly latencyMs: number | null;
}

/** A request that failed. Its message holds no credentials. */
export class HostError extends Error {
  override readonly name = "HostError";
  constructor(
    message: string,
    readonly details: HostErrorDetails,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The reason with which a request is aborted whose time limit ran out. */
export class TimeLimit extends Error {
  override readonly name = "TimeLimit";
  /** The body that had been sent, noted by who sent it. */
  request: string | null = null;
}

const TOO_MANY = 429;
const UNAVAILABLE = 503;

/** Whether an error is about the host and not this request: all of its requests should pause. */
export function isHostWide(error: HostError): boolean {
  const { status, again } = error.details;
  return again && (status === TOO_MANY || status === UNAVAILABLE);
}

/** One model as a host lists it. */
export interface HostModel {
  readonly name: string;
  readonly digest: string | null;
  readonly quantisation: string | null;
  readonly parameters: number | null;
  /** Context in tokens that one request can use now; null where the host does not tell. */
  readonly context: number | null;
  /** Context in tokens that the model was trained for. */
  readonly trainedContext: number | null;
}

/** What a host is and can do; null where it does not tell. */
export interface HostProbe {
  /** The program that serves and its version. */
  readonly version: string | null;
  /** Loopback and private addresses are local; what is out on the internet is an API. */
  readonly class: "local" | "api";
  readonly models: readonly HostModel[];
  /** Requests that it works on at once. */
  readonly slots: number | null;
}

/** What one model of a host does with small questions: found by trying. Null is "cannot tell". */
export interface ModelProbe {
  /** One plain answer; its latency includes loading where the model was not loaded. */
  readonly answer: ModelReply;
  /** Whether asking it to think makes it reason. */
  readonly thinking: boolean | null;
  readonly structuredOutput: boolean | null;
  readonly logprobs: boolean | null;
  /** Whether it says how much of a prompt came from its cache. */
  readonly cachedTokens: boolean | null;
}

/** One input file of a batch: requests of one model, within the host's limits. */
export interface BatchFile {
  readonly model: string;
  readonly customIds: readonly string[];
  /** JSON lines. */
  readonly text: string;
}

export const BATCH_STATES = [
  "validating",
  "failed",
  "in_progress",
  "finalizing",
  "completed",
  "expired",
  "cancelling",
  "cancelled",
] as const;
export type BatchState = (typeof BATCH_STATES)[number];

export interface BatchStatus {
  readonly state: BatchState;
  /** Nothing more will come: what can be had can be collected. */
  readonly ended: boolean;
  /** As the host counts; null before it does. */
  readonly counts: {
    readonly total: number;
    readonly done: number;
    readonly failed: number;
  } | null;
  /** Why it was refused, line by line. */
  readonly problems: readonly string[];
}

/** What a batch brought, joined by id: done + failed + missing = asked. */
export interface BatchHarvest {
  readonly results: ReadonlyMap<string, ModelReply | HostError>;
  readonly done: number;
  readonly failed: number;
  /** Asked for, and in neither file: to be asked again. */
  readonly missing: number;
  /** Lines under an id that nobody asked for, or under one that had its reply. */
  readonly surplus: number;
  /** Lines that cannot be read: cut off, or of another form. */
  readonly unreadable: number;
}

/** Requests handed in as files and answered within a day. A batch goes on from its id alone. */
export interface BatchHost {
  /**
   * Input files, each of one model and within the limits, in the order of the requests.
   * @throws RangeError for an id that stands twice.
   */
  files(
    requests: Iterable<readonly [customId: string, request: ModelRequest]>,
  ): Generator<BatchFile>;
  /**
   * The id of the batch that was handed in under a name; null where none is among the newest 2,000.
   * Looked for before handing in, so that a crash between handing in and noting the id does not ask
   * (and cost) twice.
   */
  find(name: string, signal: AbortSignal): Promise<string | null>;
  /** Uploads a file, which asks nothing yet. @returns the host's id of the file */
  upload(file: BatchFile, signal: AbortSignal): Promise<string>;
  /**
   * Hands in an uploaded file.
   * @param name names this batch among all of the account, 1 to 512 characters
   * @returns the batch's id
   */
  create(uploaded: string, name: string, signal: AbortSignal): Promise<string>;
  status(id: string, signal: AbortSignal): Promise<BatchStatus>;
  /** Reads what there is, in whatever order; reading again gives the same. */
  collect(
    id: string,
    asked: ReadonlyMap<string, ModelRequest>,
    signal: AbortSignal,
  ): Promise<BatchHarvest>;
  /** What was done by then can still be collected. */
  cancel(id: string, signal: AbortSignal): Promise<BatchStatus>;
}

/** Vectors of texts, for hosts that have models of that kind. */
export interface EmbeddingHost {
  /**
   * One request: the vectors of the texts in their order, all of one length.
   * @param texts none of them empty
   * @throws HostError as `ask` does
   */
  embed(
    model: string,
    texts: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly (readonly number[])[]>;
}

/** A model host behind one interface; one adapter a kind. Retries are the caller's (./retry). */
export interface ModelHost {
  readonly config: HostConfig;
  /** Batches, where the host takes them; `ask` works beside them. */
  readonly batch: BatchHost | null;
  /** Embeddings, where this kind of host is asked for them. */
  readonly embeddings: EmbeddingHost | null;
  probe(signal: AbortSignal): Promise<HostProbe>;
  probeModel(model: string, signal: AbortSignal): Promise<ModelProbe>;
  /**
   * Asks once. Aborting closes the connection.
   * @throws HostError for what the host says or fails to say; the signal's reason when aborted.
   */
  ask(request: ModelRequest, signal: AbortSignal): Promise<ModelReply>;
  /** Whether asking a model to think is another request than asking it to answer directly. */
  tellsModes(model: string, signal: AbortSignal): Promise<boolean>;
  /** Exact tokens of a prompt as the model sees it; null where the host cannot tell. */
  countTokens(request: ModelRequest, signal: AbortSignal): Promise<number | null>;
  /** Ends idle connections. */
  close(): Promise<void>;
}
