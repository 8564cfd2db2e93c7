import type { ColumnBatch, Engine } from "@/lib/engine/engine";
import type { Column } from "@/lib/records/columns";

type Value = string | number | boolean | null;

/** Gathers rows by column and appends them in batches; memory is bounded by the batch. */
export class TableWriter {
  private columns: Value[][];
  private rows = 0;

  constructor(
    private readonly engine: Engine,
    private readonly table: string,
    private readonly shape: readonly Column[],
  ) {
    this.columns = shape.map(() => []);
  }

  get pending(): number {
    return this.rows;
  }

  /** Sets the value of column `index` in the row that `endRow` ends. */
  set(index: number, value: Value): void {
    const column = this.columns[index];
    // Leading nulls are filled in when a column first has a value: a column of nulls costs nothing.
    if (value === null || !column) return;
    while (column.length < this.rows) column.push(null);
    column.push(value);
  }

  /** A whole row, by the names of its columns; what it lacks is null. */
  row(values: Readonly<Record<string, Value>>): void {
    this.shape.forEach(({ name }, i) => this.set(i, values[name] ?? null));
    this.endRow();
  }

  endRow(): void {
    this.rows += 1;
  }

  async flush(): Promise<void> {
    if (this.rows === 0) return;
    const length = this.rows;
    const batch: ColumnBatch[] = [];
    this.columns.forEach((values, i) => {
      const column = this.shape[i];
      // The first column fixes the number of rows, so it is always there.
      if (!column || (values.length === 0 && i > 0)) return;
      while (values.length < length) values.push(null);
      batch.push({ name: column.name, sql: column.sql, values });
    });
    this.columns = this.shape.map(() => []);
    this.rows = 0;
    await this.engine.append(this.table, batch);
  }
}
