import { z } from "zod";

/** A list that travels as JSON text in a table. */
export const jsonList = <S extends z.ZodType>(of: S) =>
  z.string().transform((value, context): z.output<S>[] => {
    try {
      const read = z.array(of).safeParse(JSON.parse(value));
      if (read.success) return read.data;
    } catch {
      // Said below: it is no list either way.
    }
    context.addIssue({ code: "custom", message: "is no list of what it should hold" });
    return z.NEVER;
  });
