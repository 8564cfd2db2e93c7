import { openView, viewReady } from "./support/pages";
import { expect, test } from "./support/test";

/** The time within which a broken start must be on the screen. */
const SOON = { timeout: 10_000 };

test("a missing wasm file is named, with what to do, and a second try works", async ({ page }) => {
  await page.route("**/*.wasm", (route) => route.fulfill({ status: 404 }));
  await page.goto("/scaling");
  const alert = page.getByRole("alert").filter({ hasText: "could not be opened" });
  await expect(alert).toContainText("wasm file is missing on the server (HTTP 404)", SOON);
  await expect(alert).toContainText("start Foilscope again");
  await page.unroute("**/*.wasm");
  await alert.getByRole("button", { name: "Try again" }).click();
  await viewReady(page);
  await expect(alert).toHaveCount(0);
});

test("what is asked once is refused where the engine did not start, and comes after a second try", async ({
  page,
}) => {
  await page.route("**/*.wasm", (route) => route.fulfill({ status: 404 }));
  // What the snapshot answers is drawn all the same.
  await openView(page, "/overview");
  const alert = page.getByRole("alert").filter({ hasText: "could not be opened" });
  await expect(alert).toBeVisible(SOON);
  const save = async () => {
    await page.getByRole("button", { name: "Copy table" }).click();
    await page.getByRole("menuitem", { name: /to a \.tex file/ }).click();
  };
  await save();
  await expect(page.getByText(/was not saved: The data could not be opened/)).toBeVisible(SOON);
  await page.unroute("**/*.wasm");
  await alert.getByRole("button", { name: "Try again" }).click();
  const download = page.waitForEvent("download");
  await save();
  expect((await download).suggestedFilename()).toMatch(/\.tex$/);
  await expect(alert).toHaveCount(0);
});

test("a broken wasm file is told as well", async ({ page }) => {
  await page.route("**/*.wasm", (route) =>
    route.fulfill({ status: 200, contentType: "application/wasm", body: "not wasm at all" }),
  );
  await page.goto("/scaling");
  await expect(page.getByText("The database engine could not be started")).toBeVisible(SOON);
});

test("a missing worker is told as well", async ({ page }) => {
  await page.route("**/duckdb-browser-eh.worker*", (route) => route.fulfill({ status: 404 }));
  await page.goto("/scaling");
  await expect(page.getByText("its worker is missing on the server (HTTP 404)")).toBeVisible(SOON);
});

test("a snapshot that cannot be fetched says why", async ({ page }) => {
  await page.route("**/api/snapshot**", (route) =>
    route.fulfill({
      status: 500,
      json: { error: { what: "no snapshot", where: "store", why: "the disk is full" } },
    }),
  );
  await page.goto("/scaling");
  await expect(page.getByText("no snapshot: the disk is full")).toBeVisible();
});

test("a damaged database says so instead of drawing nothing", async ({ page }) => {
  await page.route("**/cubes.duckdb", (route) => route.fulfill({ status: 200, body: "garbage" }));
  await page.goto("/scaling");
  await expect(page.getByRole("alert").filter({ hasText: "could not be opened" })).toBeVisible();
});

test("the engine starts once, however often views change", async ({ page }) => {
  let workers = 0;
  page.on("worker", (worker) => {
    if (worker.url().includes("duckdb")) workers += 1;
  });
  await openView(page, "/overview");
  await page
    .getByRole("navigation", { name: "Views" })
    .getByRole("link", { name: "Scaling" })
    .click();
  await viewReady(page);
  expect(workers).toBe(1);
});
