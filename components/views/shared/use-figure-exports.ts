"use client";
import { useMemo } from "react";
import type { ViewExports } from "@/components/ui/export-actions";
import { useWorkspace } from "@/components/workspace/use-workspace";
import { composeFigure, type FigurePart } from "@/lib/export/figure/compose";
import { figureFonts } from "@/lib/export/figure/fonts";
import { figurePng } from "@/lib/export/figure/png";
import { fileStem, tableCsv } from "@/lib/export/figure/table-csv";
import type { Simulation } from "@/lib/chart-models/model";
import type { TableModel } from "@/lib/chart-models/table-model";

interface FigureExport {
  readonly title: string;
  readonly subtitle: string;
  readonly simulated: Simulation;
  readonly parts: readonly FigurePart[];
  /** The table of the CSV. */
  readonly table: TableModel;
  /** The source line, where it is not the open data. */
  readonly source?: string;
}

const today = () => new Date().toISOString().slice(0, 10);

/** CSV of the table, SVG and PNG of the figure, with title, source and date. */
export function useFigureExports({
  title,
  subtitle,
  simulated,
  parts,
  table,
  source: given,
}: FigureExport): ViewExports {
  const { snapshot, drops } = useWorkspace();
  const source = useMemo(() => {
    if (given !== undefined) return given;
    const data = [
      ...(snapshot ? [`snapshot ${snapshot.id.slice(0, 12)}`] : []),
      ...drops.flatMap((drop) => drop.files),
    ];
    return `Foilscope · data: ${data.join(", ") || "none"}`;
  }, [snapshot, drops, given]);
  return useMemo(() => {
    const frameOf = async () => {
      const frame = { title, subtitle, source, simulated, date: today(), parts };
      // Composed once without fonts, to know which signs need one.
      return { ...frame, fonts: await figureFonts(composeFigure({ ...frame, fonts: [] }).svg) };
    };
    const named = (ending: string) => `${fileStem(title, today())}.${ending}`;
    return {
      csv: () => ({
        name: named("csv"),
        blob: new Blob([tableCsv(table)], { type: "text/csv;charset=utf-8" }),
      }),
      svg: async () => ({
        name: named("svg"),
        blob: new Blob([composeFigure(await frameOf()).svg], { type: "image/svg+xml" }),
      }),
      png: async () => ({ name: named("png"), blob: await figurePng(await frameOf()) }),
    };
  }, [title, subtitle, source, simulated, parts, table]);
}
