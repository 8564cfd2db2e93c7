import type { Metadata } from "next";
import { StemsView } from "@/components/views/stems/stems-view";

export const metadata: Metadata = { title: "Negative stems" };

export default function StemsPage() {
  return <StemsView />;
}
