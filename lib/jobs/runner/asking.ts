import type { ModelRequest } from "@/lib/hosts/host";
import { shownName } from "@/lib/protocol/job-spec";
import type { ChatMessage, Presented } from "@/lib/protocol/presented";
import { responseFault } from "@/lib/records/check";
import { labelsOf } from "@/lib/scoring/labels";
import type { Evaluation } from "../evaluation";
import { modeOf } from "../mode";
import type { Asked } from "../ports";
import { lineOf, recordOf, type AskedRequest, type RecordLine } from "./record";

/** Labels of every N that is asked, made once. */
const LABELS = new WeakMap<Evaluation, Map<number, readonly string[]>>();

function labelsFor(evaluation: Evaluation, n: number): readonly string[] {
  const known = LABELS.get(evaluation) ?? new Map<number, readonly string[]>();
  LABELS.set(evaluation, known);
  const labels = known.get(n) ?? labelsOf(n, evaluation.spec.label_style);
  known.set(n, labels);
  return labels;
}

/**
 * A question of an evaluation as its host is asked it.
 * @param model index into the spec's models
 * @param contextTokens see {@link ModelRequest}
 */
export function requestOf(
  evaluation: Evaluation,
  model: number,
  { key, goldPos }: Presented,
  messages: readonly ChatMessage[],
  contextTokens: number | null,
): ModelRequest {
  const { spec } = evaluation;
  return {
    model: spec.models[model]?.model ?? "",
    messages,
    decoding: spec.decoding,
    mode: modeOf(key.mode),
    labels: labelsFor(evaluation, key.n_options),
    contextTokens,
    truth: { itemId: key.item_id, environment: key.environment, goldPos },
  };
}

/** What names a request besides its evaluation. */
export interface AskedOf extends Pick<
  AskedRequest,
  "job" | "epoch" | "runId" | "presented" | "promptFloor"
> {
  /** Index into the spec's models. */
  readonly model: number;
}

/**
 * The line that is kept of a request and what became of it.
 * @throws Error where a host says what no record can hold
 */
export function lineFor(evaluation: Evaluation, of: AskedOf, asked: Asked): RecordLine {
  const { spec, set, scorer } = evaluation;
  const model = spec.models[of.model];
  const record = recordOf(
    {
      ...of,
      model: shownName(spec, of.model),
      benchmark: set.manifest.benchmark,
      scorer,
      labels: spec.label_style,
    },
    asked,
  );
  const fault = responseFault(record.response);
  if (fault) throw new Error(`host ${model?.host ?? ""}: ${fault.column} ${fault.reason}`);
  return lineOf(record);
}
