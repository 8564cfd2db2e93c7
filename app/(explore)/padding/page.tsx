import type { Metadata } from "next";
import { PaddingView } from "@/components/views/padding/padding-view";

export const metadata: Metadata = { title: "Padding" };

export default function PaddingPage() {
  return <PaddingView />;
}
