import {
  applyEdits,
  findNodeAtLocation,
  modify,
  parseTree,
  printParseErrorCode,
  type JSONPath,
  type Node,
  type ParseError,
} from "jsonc-parser";
import { jobSpecSchema, type JobSpec } from "@/lib/protocol/job-spec";

/** Something wrong with the text of a spec. */
export interface SpecProblem {
  /** One-based. */
  readonly line: number;
  /** As `decoding.max_tokens`; empty where the text is no JSON, or the whole is meant. */
  readonly path: string;
  readonly reason: string;
}

export interface ReadSpec {
  /** Null where there is a problem. */
  readonly spec: JobSpec | null;
  readonly problems: readonly SpecProblem[];
  /** What the text says, right or wrong; undefined where it is no JSON. */
  readonly value: unknown;
}

const STRICT = { disallowComments: true, allowTrailingComma: false };

const REASONS: Readonly<Record<string, string>> = {
  InvalidSymbol: "something stands here that is no JSON",
  InvalidNumberFormat: "this is no number",
  PropertyNameExpected: "a name in quotes is missing",
  ValueExpected: "a value is missing",
  ColonExpected: "a colon is missing",
  CommaExpected: "a comma is missing",
  CloseBraceExpected: "a closing brace } is missing",
  CloseBracketExpected: "a closing bracket ] is missing",
  EndOfFileExpected: "the text goes on behind the end of the JSON",
  InvalidCommentToken: "JSON has no comments",
  UnexpectedEndOfString: "a text does not end on its line",
  UnexpectedEndOfComment: "JSON has no comments",
  UnexpectedEndOfNumber: "a number breaks off",
  InvalidUnicode: "this is no character code",
  InvalidEscapeCharacter: "a backslash stands in front of what it cannot escape",
  InvalidCharacter: "a character stands here that a text cannot hold",
};

const lineAt = (text: string, offset: number) => text.slice(0, offset).split("\n").length;

/** What a name stands for twice: JSON leaves open which counts. */
function repeatedName(node: Node | undefined): Node | null {
  if (node?.type === "object") {
    const seen = new Set<unknown>();
    for (const property of node.children ?? []) {
      const [name, value] = property.children ?? [];
      if (name && seen.has(name.value)) return name;
      seen.add(name?.value);
      const inside = repeatedName(value);
      if (inside) return inside;
    }
  }
  if (node?.type === "array")
    for (const child of node.children ?? []) {
      const inside = repeatedName(child);
      if (inside) return inside;
    }
  return null;
}

/** The line of what a path leads to; that of its nearest parent where there is nothing. */
function lineOf(text: string, root: Node, path: JSONPath): number {
  for (let length = path.length; length > 0; length -= 1) {
    const node = findNodeAtLocation(root, path.slice(0, length));
    if (node)
      return lineAt(text, node.parent?.type === "property" ? node.parent.offset : node.offset);
  }
  return lineAt(text, root.offset);
}

/** Reads the text of a spec: it is the only home of what a form and an editor show. */
export function readSpec(text: string): ReadSpec {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, STRICT);
  const [first] = errors;
  if (first || !root) {
    const code = first ? printParseErrorCode(first.error) : "ValueExpected";
    const reason = REASONS[code] ?? code;
    return {
      spec: null,
      problems: [{ line: lineAt(text, first?.offset ?? 0), path: "", reason }],
      value: undefined,
    };
  }
  const twice = repeatedName(root);
  const value: unknown = JSON.parse(text);
  if (twice)
    return {
      spec: null,
      problems: [
        {
          line: lineAt(text, twice.offset),
          path: String(twice.value),
          reason: "the name stands twice",
        },
      ],
      value,
    };
  const read = jobSpecSchema.safeParse(value);
  if (read.success) return { spec: read.data, problems: [], value };
  const problems = read.error.issues.map((issue) => {
    const path = issue.path.filter((step) => typeof step !== "symbol");
    return { line: lineOf(text, root, path), path: path.join("."), reason: issue.message };
  });
  return { spec: null, problems, value };
}

/**
 * The text with one value changed, and all else, its layout too, as it was. Undefined takes the value
 * out.
 * @throws Error where the text is no JSON
 */
export function withValue(text: string, path: JSONPath, value: unknown): string {
  const formattingOptions = { insertSpaces: true, tabSize: 2, eol: "\n" };
  return applyEdits(text, modify(text, path, value, { formattingOptions }));
}

/** A spec as a text that people edit. */
export function textOfSpec(spec: unknown): string {
  return `${JSON.stringify(spec, null, 2)}\n`;
}
