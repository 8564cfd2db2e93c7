import type { Metadata } from "next";
import { ResponsesView } from "@/components/views/responses/responses-view";

export const metadata: Metadata = { title: "Responses" };

export default function ResponsesPage() {
  return <ResponsesView />;
}
