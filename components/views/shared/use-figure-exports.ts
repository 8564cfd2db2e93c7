"use client";
import { useMemo } from "react";
import type { ViewExports } from "@/components/ui/export-actions";
import { tableFile, today } from "@/components/ui/table-file";
import { useUnmet } from "@/components/filters/use-unmet";
import { useWorkspace } from "@/components/workspace/use-workspace";
import { composeFigure, type FigureFrame, type FigurePart } from "@/lib/export/figure/compose";
import { figureFonts } from "@/lib/export/figure/fonts";
import { figurePng } from "@/lib/export/figure/png";
import { fileStem } from "@/lib/export/figure/table-csv";
import { joined } from "@/lib/chart-models/sentences";
import type { FigureModel } from "@/lib/chart-models/model";
import type { TableModel } from "@/lib/chart-models/table-model";
import type { ViewState } from "@/lib/view-state/state";

type Drawn = Omit<FigureFrame, "date" | "fonts" | "probes">;

interface FigureExport extends Omit<Drawn, "source"> {
  readonly parts: readonly FigurePart[];
  /** The table of the CSV. */
  readonly table: TableModel;
  /** The source line, where it is not the open data. */
  readonly source?: string;
}

/** Names the open data, for the source line of a figure. */
export function useSourceLine(): string {
  const { snapshot, drops } = useWorkspace();
  return useMemo(() => {
    const data = [
      ...(snapshot ? [`snapshot ${snapshot.id.slice(0, 12)}`] : []),
      ...drops.flatMap((drop) => drop.files),
    ];
    return `Foilscope · data: ${data.join(", ") || "none"}`;
  }, [snapshot, drops]);
}

/** SVG and PNG of what is drawn; `drawn` is asked when a file is. */
export function figureFiles(
  drawn: () => Drawn | Promise<Drawn>,
): Required<Pick<ViewExports, "svg" | "png">> {
  const frameOf = async (): Promise<FigureFrame> => {
    const frame = { ...(await drawn()), date: today() };
    // Composed once without fonts, to know which signs need one.
    return { ...frame, fonts: await figureFonts(composeFigure({ ...frame, fonts: [] }).svg) };
  };
  const named = ({ title, date }: FigureFrame, ending: string) =>
    `${fileStem(title, date)}.${ending}`;
  return {
    svg: async () => {
      const frame = await frameOf();
      const blob = new Blob([composeFigure(frame).svg], { type: "image/svg+xml" });
      return { name: named(frame, "svg"), blob };
    },
    png: async () => {
      const frame = await frameOf();
      return { name: named(frame, "png"), blob: await figurePng(frame) };
    },
  };
}

/** CSV of the table, SVG and PNG of the figure, with title, source and date. */
export function useFigureExports({
  title,
  subtitle,
  simulated,
  parts,
  table,
  source: given,
}: FigureExport): ViewExports {
  const data = useSourceLine();
  const unmet = useUnmet();
  const source = given ?? data;
  return useMemo(
    () => ({
      csv: () => tableFile(table, title),
      ...figureFiles(() => ({
        title,
        subtitle: joined([subtitle, unmet]),
        ...{ source, simulated, parts },
      })),
    }),
    [title, subtitle, unmet, source, simulated, parts, table],
  );
}

/** A figure, where there is one, above its table, as the parts of a picture. */
export function useFigureOverTable(
  figure: FigureModel | null,
  table: TableModel,
  sort: ViewState["sort"],
): readonly FigurePart[] {
  return useMemo(
    () => [
      ...(figure ? [{ kind: "figure" as const, heading: null, figure }] : []),
      { kind: "table" as const, table, sort, note: null },
    ],
    [figure, table, sort],
  );
}
