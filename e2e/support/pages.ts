import type { Page } from "@playwright/test";
import { settled } from "./views";

/** Waits until the view has drawn what the present link asks for. */
export async function viewReady(page: Page): Promise<void> {
  await settled(page, /^ready$/);
}

export async function openView(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await viewReady(page);
}

/** The list of values of one facet, opened. */
export async function facet(page: Page, name: string) {
  const summary = page
    .getByRole("complementary", { name: "Filters" })
    .locator("summary")
    .filter({ hasText: new RegExp(`^${name}`) });
  const details = summary.locator("..");
  if ((await details.getAttribute("open")) === null) await summary.click();
  return details;
}

/** The query of the present link, as text. */
export function queryOf(page: Page): string {
  return new URL(page.url()).search;
}

/** Drops files on the page as a mouse would. */
export async function dropFiles(
  page: Page,
  files: readonly { readonly name: string; readonly bytes: Buffer }[],
): Promise<void> {
  const transfer = await page.evaluateHandle(
    (given) => {
      const data = new DataTransfer();
      for (const { name, base64 } of given) {
        const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
        data.items.add(new File([bytes], name));
      }
      return data;
    },
    files.map(({ name, bytes }) => ({ name, base64: bytes.toString("base64") })),
  );
  for (const event of ["dragenter", "dragover", "drop"])
    await page.dispatchEvent("body", event, { dataTransfer: transfer });
}
