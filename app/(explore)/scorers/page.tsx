import type { Metadata } from "next";
import { ScorersView } from "@/components/views/scorers/scorers-view";

export const metadata: Metadata = { title: "Scorers" };

export default function ScorersPage() {
  return <ScorersView />;
}
