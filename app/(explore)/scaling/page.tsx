import type { Metadata } from "next";
import { ScalingView } from "@/components/views/scaling/scaling-view";

export const metadata: Metadata = { title: "Scaling" };

export default function ScalingPage() {
  return <ScalingView />;
}
