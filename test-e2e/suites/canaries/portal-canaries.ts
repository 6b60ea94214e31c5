import type { Sink } from "@veil/local-stack/inspection";
import type { BrowserLaunch } from "@veil/testing";
import { keptBy } from "@veil/testing/page";
import { chromium, type Page } from "playwright-core";
import type { Canaries } from "../../support/canaries.ts";
import type { Scenario } from "../../support/scenario.ts";

const TIMEOUT_MS = 60_000;

/**
 * Types planted values into the playground, previews them, makes a call, and then opens each page.
 * Returns what the browser keeps, what it reports, the addresses that it requested, and each other
 * page, also as it would be printed.
 */
export async function usePortal(
  { stack }: Scenario,
  { english }: Canaries,
  { apiKey, launch }: { readonly apiKey: string; readonly launch: BrowserLaunch },
): Promise<readonly Sink[]> {
  const browser = await chromium.launch(launch);
  try {
    const context = await browser.newContext();
    context.setDefaultTimeout(TIMEOUT_MS);
    const page = await context.newPage();
    const reported: string[] = [];
    const requested: string[] = [];
    page.on("console", (message) => void reported.push(message.text()));
    page.on("pageerror", (error) => void reported.push(String(error)));
    page.on("request", (request) => void requested.push(request.url()));
    await page.goto(new URL("/portal/playground", stack.gatewayUrl).href);
    await page.getByLabel("API key").fill(apiKey);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByLabel("Text", { exact: true }).fill(english);
    await page.locator("mark").first().waitFor();
    await page.getByRole("button", { name: "Run the call" }).click();
    await page.getByRole("heading", { name: "What each component received" }).waitFor();
    const kept = await keptBy(page);
    const shown = await otherPages(page);
    return [
      { name: "the console of the portal", text: reported.join("\n") },
      { name: "the addresses that the portal requested", text: requested.join("\n") },
      { name: "what the browser keeps of the playground", text: kept },
      { name: "what the browser keeps of all pages", text: await keptBy(page) },
      ...shown,
    ];
  } finally {
    await browser.close();
  }
}

/** Opens each page that the navigation names. Returns its document and its text in print. */
async function otherPages(page: Page): Promise<readonly Sink[]> {
  const links = page.getByRole("navigation").getByRole("link");
  const sinks: Sink[] = [];
  for (const link of await links.all()) {
    const name = (await link.textContent()) ?? "";
    if (name === "Playground" || name === "Account") continue;
    await link.click();
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.locator("[class*=skeleton]").first().waitFor({ state: "detached" });
    await page.emulateMedia({ media: "print" });
    const printed = await page.evaluate<string>("document.body.innerText");
    await page.emulateMedia({ media: "screen" });
    sinks.push({ name: `the portal's page ${name}`, text: `${await page.content()}\n${printed}` });
  }
  return sinks;
}
