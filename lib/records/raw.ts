import { z } from "zod";
import { column, columnsOf } from "./columns";
import { responseFields } from "./response";

const nullableText = () => column("VARCHAR", z.string().nullable());

/**
 * What a host said, kept beside the responses and read only on drill-down. `label_logprobs` is
 * JSON text; `request` and `response_body` are the bodies as sent and received, without
 * credentials. Where an imported row showed its item's options in an order of its own, `request`
 * is `{"options": [...]}`, the texts as shown.
 */
export const rawFields = z.strictObject({
  run_id: responseFields.shape.run_id,
  item_id: responseFields.shape.item_id,
  environment: responseFields.shape.environment,
  n_options: responseFields.shape.n_options,
  padding: responseFields.shape.padding,
  mode: responseFields.shape.mode,
  condition: responseFields.shape.condition,
  permutation: responseFields.shape.permutation,
  trial: responseFields.shape.trial,
  text: nullableText(),
  reasoning: nullableText(),
  request: nullableText(),
  response_body: nullableText(),
  label_logprobs: nullableText(),
});
export type Raw = z.infer<typeof rawFields>;
export const RAW_COLUMNS = columnsOf(rawFields);
