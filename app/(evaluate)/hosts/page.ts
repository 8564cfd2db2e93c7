import type { Metadata } from "next";
import { createElement } from "react";
import { HostsView } from "@/components/evaluate/hosts/hosts-view";

export const metadata: Metadata = { title: "Hosts" };

export default function HostsPage() {
  return createElement(HostsView);
}
