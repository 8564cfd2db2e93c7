import type { Metadata } from "next";
import { ReferenceView } from "@/components/views/reference/reference-view";

export const metadata: Metadata = { title: "Reference" };

export default function ReferencePage() {
  return <ReferenceView />;
}
