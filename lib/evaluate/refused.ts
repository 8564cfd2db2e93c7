import { z } from "zod";

/** Something that cannot be done, for whoever asked: `status` is what HTTP calls it. */
export class EvaluateError extends Error {
  override readonly name = "EvaluateError";
  constructor(
    readonly status: 400 | 404 | 409 | 422 | 502 | 503,
    readonly what: string,
    readonly where: string,
    why: string,
  ) {
    super(why);
  }
}

const shape = z.object({
  name: z.literal("EvaluateError"),
  status: z.int().min(400).max(599),
  what: z.string(),
  where: z.string(),
  message: z.string(),
});

/**
 * What an error of the service says; null for any other. Routes and service are loaded apart, so
 * that a class of one is not that of the other.
 */
export function refusedOf(error: unknown): z.output<typeof shape> | null {
  const read = shape.safeParse(error);
  return read.success ? read.data : null;
}
