import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { createElement } from "react";
import { JobView } from "@/components/evaluate/job/job-view";
import { jobIdSchema } from "@/lib/evaluate/contract/jobs";

export const metadata: Metadata = { title: "Job" };

export default async function JobPage({ params }: { readonly params: Promise<{ id: string }> }) {
  const id = jobIdSchema.safeParse((await params).id);
  if (!id.success) notFound();
  return createElement(JobView, { id: id.data });
}
