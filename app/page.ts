import { redirect } from "next/navigation";

/** The front door; a query that came along is kept. */
export default async function Home({
  searchParams,
}: {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(await searchParams))
    for (const one of [value ?? []].flat()) query.append(name, one);
  redirect(query.size > 0 ? `/overview?${query}` : "/overview");
}
