import type { Metadata } from "next";

export const metadata: Metadata = { title: "Runs" };

export default function RunsPage() {
  return <h1>Runs</h1>;
}
