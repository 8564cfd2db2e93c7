import type { Metadata } from "next";
import Link from "next/link";

export const metadata: Metadata = { title: "Not here" };

export default function NotFound() {
  return (
    <main className="mx-auto max-w-xl space-y-2 p-8">
      <h1 className="text-xl font-semibold">There is no page at this address</h1>
      <p>The link may be cut short, or made by another version of Foilscope.</p>
      <Link href="/overview" className="text-accent underline">
        Go to the overview
      </Link>
    </main>
  );
}
