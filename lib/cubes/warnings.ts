/** A remark about runs that readers of their numbers must see. */
export interface SourceWarning {
  readonly code: string;
  readonly message: string;
  readonly runs: readonly string[];
}
