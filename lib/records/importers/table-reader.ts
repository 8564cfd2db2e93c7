import { areAudit, AuditReader } from "./audit-reader";
import type { TableHandler } from "./csv";
import { MinimalReader } from "./minimal-reader";
import type { ImportedFile, ImportSession } from "./session";

/** Takes the rows of a table: responses of the minimal form, or reviewer records by their columns. */
export class TableReader implements TableHandler {
  private reader: MinimalReader | AuditReader | null = null;

  constructor(
    private readonly session: ImportSession,
    private readonly file: ImportedFile,
  ) {}

  columns(names: readonly string[]): void {
    const audit = areAudit((name) => names.includes(name));
    this.reader = new (audit ? AuditReader : MinimalReader)(this.session, this.file);
    this.reader.columns(names);
  }

  row(line: number, values: readonly (string | null)[]): void {
    this.reader?.row(line, values);
  }

  end(): void {
    this.reader?.end();
  }
}
