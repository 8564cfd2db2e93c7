import {
  Bool,
  DataType,
  Field,
  Float64,
  Int32,
  Int64,
  makeData,
  RecordBatch,
  Schema,
  Struct,
  Table,
  tableToIPC,
  Type,
  Utf8,
  type Data,
} from "apache-arrow";
import type { SqlType } from "@/lib/records/columns";
import { EngineError, type ColumnBatch, type RawRow, type RawValue } from "./engine";

/**
 * Arrow for duckdb-wasm: batches in, rows out. Vectors are built with `makeData`, since the
 * convenient constructors compile code at run time, which the content security policy forbids.
 */
type Values = ColumnBatch["values"];

interface Bits {
  readonly bytes: Uint8Array;
  readonly set: (index: number) => void;
}

function bits(length: number): Bits {
  const bytes = new Uint8Array(Math.ceil(length / 8));
  return { bytes, set: (i) => (bytes[i >> 3] = (bytes[i >> 3] ?? 0) | (1 << (i & 7))) };
}

/** Which values are there; null where all are. */
function validity(values: Values, length: number): { bitmap: Uint8Array | null; nulls: number } {
  let nulls = 0;
  for (let i = 0; i < length; i += 1) if ((values[i] ?? null) === null) nulls += 1;
  if (nulls === 0) return { bitmap: null, nulls };
  const map = bits(length);
  for (let i = 0; i < length; i += 1) if ((values[i] ?? null) !== null) map.set(i);
  return { bitmap: map.bytes, nulls };
}

function utf8(values: Values, length: number): { data: Uint8Array; valueOffsets: Int32Array } {
  const encoder = new TextEncoder();
  const valueOffsets = new Int32Array(length + 1);
  let data = new Uint8Array(Math.max(1024, length * 8));
  let end = 0;
  for (let i = 0; i < length; i += 1) {
    const value = values[i] ?? null;
    if (value !== null) {
      const text = String(value);
      // A UTF-16 unit takes three bytes at most.
      if (end + 3 * text.length > data.length) {
        const larger = new Uint8Array(Math.max(2 * data.length, end + 3 * text.length));
        larger.set(data);
        data = larger;
      }
      end += encoder.encodeInto(text, data.subarray(end)).written;
    }
    valueOffsets[i + 1] = end;
  }
  return { data: data.subarray(0, end), valueOffsets };
}

function numbers<T extends Int32Array | Float64Array>(values: Values, into: T): T {
  for (let i = 0; i < into.length; i += 1) into[i] = Number(values[i] ?? 0);
  return into;
}

function columnData(sql: SqlType, values: Values, length: number): Data {
  const { bitmap: nullBitmap, nulls: nullCount } = validity(values, length);
  const common = { length, nullCount, nullBitmap };
  switch (sql) {
    case "VARCHAR":
      return makeData({ type: new Utf8(), ...common, ...utf8(values, length) });
    case "INTEGER":
      return makeData({
        type: new Int32(),
        ...common,
        data: numbers(values, new Int32Array(length)),
      });
    case "BIGINT": {
      const data = new BigInt64Array(length);
      for (let i = 0; i < length; i += 1) data[i] = BigInt(values[i] ?? 0);
      return makeData({ type: new Int64(), ...common, data });
    }
    case "DOUBLE":
      return makeData({
        type: new Float64(),
        ...common,
        data: numbers(values, new Float64Array(length)),
      });
    case "BOOLEAN": {
      const flags = bits(length);
      for (let i = 0; i < length; i += 1) if (values[i] === true) flags.set(i);
      return makeData({ type: new Bool(), ...common, data: flags.bytes });
    }
  }
}

/**
 * A batch as an Arrow IPC stream with exactly the given columns, in their order; those that the
 * batch lacks are null.
 * @throws EngineError when the batch has a column that the table does not have.
 */
export function encodeBatch(
  columns: readonly { readonly name: string; readonly sql: SqlType }[],
  batch: readonly ColumnBatch[],
): Uint8Array {
  const known = new Set(columns.map((c) => c.name));
  const stranger = batch.find((c) => !known.has(c.name));
  if (stranger) throw new EngineError(`the table has no column ${stranger.name}`);
  const length = batch[0]?.values.length ?? 0;
  const given = new Map(batch.map((c) => [c.name, c.values]));
  const data = columns.map(({ name, sql }) => columnData(sql, given.get(name) ?? [], length));
  const fields = columns.map(({ name }, i) => new Field(name, typeOf(data[i]), true));
  const schema = new Schema(fields);
  const children = makeData({ type: new Struct(fields), length, nullCount: 0, children: data });
  return tableToIPC(new Table(schema, [new RecordBatch(schema, children)]), "stream");
}

function typeOf(data: Data | undefined): DataType {
  if (!data) throw new EngineError("a column of the batch has no data");
  return data.type;
}

/** An unscaled decimal as a number: the digits with their point, read once. */
function decimal(value: unknown, scale: number): number {
  const digits = String(value);
  return scale === 0 ? Number(digits) : Number(`${digits}e${-scale}`);
}

/**
 * A value as plain JavaScript, by its type. DuckDB-wasm's own casts (castBigIntToDouble,
 * castDecimalToDouble) are not used: inside lists and structs they return the bits of the integer
 * as if they were a double.
 */
function plain(value: unknown, type: DataType): RawValue {
  if (value === null || value === undefined) return null;
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean")
    return value;
  if (typeof value === "bigint") return Number(value);
  if (DataType.isDecimal(type)) return decimal(value, type.scale);
  // By type and not by class: DuckDB-wasm may bring an Arrow of its own.
  if (DataType.isList(type)) {
    const list: RawValue[] = [];
    const entryType = type.valueType as DataType;
    for (const entry of value as Iterable<unknown>) list.push(plain(entry, entryType));
    return list;
  }
  if (DataType.isStruct(type)) {
    const fields = (value as { toJSON(): Record<string, unknown> }).toJSON();
    return Object.fromEntries(
      type.children.map(({ name, type: of }) => [name, plain(fields[name], of as DataType)]),
    );
  }
  throw new EngineError(`a query returned a ${Type[type.typeId]}, which is not read here: cast it`);
}

/** The rows of a record batch: lists as arrays, structs as objects, counts as doubles. */
export function rowsOf(batch: RecordBatch): RawRow[] {
  const columns = batch.schema.fields.map((field, i) => ({
    name: field.name,
    type: field.type as DataType,
    vector: batch.getChildAt(i),
  }));
  return Array.from({ length: batch.numRows }, (_, row) =>
    Object.fromEntries(
      columns.map(({ name, type, vector }) => [name, plain(vector?.get(row), type)]),
    ),
  );
}
