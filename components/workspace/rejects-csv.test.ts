import { expect, it } from "vitest";
import { rejectsCsv } from "./rejects-csv";

it("keeps every field, and runs nothing in a spreadsheet", () => {
  expect(
    rejectsCsv([
      { file: "a.csv", line: 7, column: "resp_pos", value: "=1+1", reason: 'not "a" position' },
      { file: "b.json", line: null, column: null, value: null, reason: "no rows" },
    ]).split("\r\n"),
  ).toEqual([
    "file,line,column,value,reason",
    `a.csv,7,resp_pos,"'=1+1","not ""a"" position"`,
    "b.json,,,,no rows",
  ]);
});
