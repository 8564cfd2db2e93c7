import type { Metadata } from "next";
import { DonorsView } from "@/components/views/donors/donors-view";

export const metadata: Metadata = { title: "Donors" };

export default function DonorsPage() {
  return <DonorsView />;
}
