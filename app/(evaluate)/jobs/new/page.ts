import type { Metadata } from "next";
import { createElement } from "react";
import { NewJobView } from "@/components/evaluate/new-job/new-job-view";

export const metadata: Metadata = { title: "New job" };

export default function NewJobPage() {
  return createElement(NewJobView);
}
