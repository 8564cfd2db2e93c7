import type { Metadata } from "next";
import { PairedView } from "@/components/views/paired/paired-view";

export const metadata: Metadata = { title: "Paired" };

export default function PairedPage() {
  return <PairedView />;
}
