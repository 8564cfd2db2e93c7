import type { Metadata } from "next";
import { SectionsView } from "@/components/views/sections/sections-view";

export const metadata: Metadata = { title: "Sections" };

export default function SectionsPage() {
  return <SectionsView />;
}
