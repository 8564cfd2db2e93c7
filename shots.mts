import { chromium } from "@playwright/test";
import AxeBuilder from "@axe-core/playwright";
import { CHROMIUM_ARGS, chromiumPath } from "./scripts/chromium";
const base = process.argv[2]!; const paths = process.argv.slice(3);
const b = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_ARGS });
for (const [w, scheme] of [[1280,"light"],[390,"dark"]] as const) {
  const c = await b.newContext({ viewport: { width: w, height: 900 }, colorScheme: scheme });
  const p = await c.newPage();
  p.on("console", (m) => m.type()==="error" && console.log("console", m.text()));
  p.on("pageerror", (e) => console.log("pageerror", e.message));
  for (const path of paths) {
    await p.goto(base + path); await p.waitForTimeout(2500);
    await p.screenshot({ path: `/tmp/shot${path.replaceAll("/", "_").replace(/\?.*/,'')}-${w}.png`, fullPage: true });
    const over = await p.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    const { violations } = await new AxeBuilder({ page: p }).analyze();
    console.log(path, w, "overflow", over, violations.map((v) => v.id + ": " + v.nodes.map(n=>n.html.slice(0,200)).join(" || ")));
  }
  await c.close();
}
await b.close();
