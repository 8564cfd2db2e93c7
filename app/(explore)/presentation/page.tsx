import type { Metadata } from "next";
import { PresentationView } from "@/components/views/presentation/presentation-view";

export const metadata: Metadata = { title: "Presentation" };

export default function PresentationPage() {
  return <PresentationView />;
}
