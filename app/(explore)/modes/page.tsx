import type { Metadata } from "next";
import { ModesView } from "@/components/views/modes/modes-view";

export const metadata: Metadata = { title: "Modes" };

export default function ModesPage() {
  return <ModesView />;
}
