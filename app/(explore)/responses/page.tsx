import type { Metadata } from "next";

export const metadata: Metadata = { title: "Responses" };

export default function ResponsesPage() {
  return <h1>Responses</h1>;
}
