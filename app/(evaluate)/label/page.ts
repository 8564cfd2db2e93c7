import type { Metadata } from "next";
import { createElement } from "react";
import { LabelView } from "@/components/evaluate/label/label-view";

export const metadata: Metadata = { title: "Label" };

export default function LabelPage() {
  return createElement(LabelView);
}
