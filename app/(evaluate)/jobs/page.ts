import type { Metadata } from "next";
import { createElement } from "react";
import { JobsView } from "@/components/evaluate/jobs/jobs-view";

export const metadata: Metadata = { title: "Jobs" };

export default function JobsPage() {
  return createElement(JobsView);
}
