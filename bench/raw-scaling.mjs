// What a researcher's script does: accuracy and NA of every model, environment and N, from the raw
// Parquet files. Prints JSON lines. The other side of bench/first-chart.ts.
//
//   node bench/raw-scaling.mjs FILE...
import { DuckDBInstance } from "@duckdb/node-api";

const files = process.argv.slice(2);
const instance = await DuckDBInstance.create(":memory:");
const connection = await instance.connect();
const list = files.map((file) => `'${file.replaceAll("'", "''")}'`).join(", ");
const reader = await connection.runAndReadAll(`
  WITH items AS (
    SELECT model, environment, n_options, item_id,
      avg(CASE WHEN resp_pos = gold_pos THEN 1.0 ELSE 0.0 END) AS accuracy
    FROM read_parquet([${list}])
    WHERE padding = 'none' AND outcome NOT IN ('error', 'prompt_truncated')
    GROUP BY ALL)
  SELECT model, environment, n_options, avg(accuracy) AS accuracy,
    (avg(accuracy) - 1 / n_options) / (1 - 1 / n_options) AS na
  FROM items GROUP BY model, environment, n_options ORDER BY ALL`);
for (const row of reader.getRowObjectsJS()) console.log(JSON.stringify(row));
