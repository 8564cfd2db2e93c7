import type { Metadata } from "next";
import { FiguresView } from "@/components/views/figures/figures-view";

export const metadata: Metadata = { title: "Figures" };

export default function FiguresPage() {
  return <FiguresView />;
}
