import { type Browser, chromium, type Page } from "playwright-core";
import { withBenchStack } from "../pipeline/start-bench-stack.ts";
import { type Figure, figure } from "../report.ts";
import { inRounds, type Rounds } from "../rounds.ts";
import { median } from "../statistics.ts";

/** How many times slower than this machine the CPU of the browser is. */
const THROTTLE = 4;
const CHROMIUM = "/usr/bin/chromium";

/**
 * Measures when the portal's first page can be used on a slow CPU: its form has been painted, and
 * the browser's main thread has answered after that. The peer is an empty page of the same origin.
 */
export async function benchPortal(options: Rounds): Promise<Figure[]> {
  return await withBenchStack({ profile: "embedded" }, async ({ gatewayUrl }) => {
    const browser = await chromium.launch({ executablePath: CHROMIUM, args: sandboxArgs() });
    try {
      const portal: number[] = [];
      const empty: number[] = [];
      await inRounds(options, "portal", async () => {
        empty.push(await usableAfter(browser, `${gatewayUrl}/portal/empty-page`));
        portal.push(await usableAfter(browser, `${gatewayUrl}/portal/`));
      });
      return [figure("portal.usable_ms", median(portal), "ms", ["empty page", median(empty)])];
    } finally {
      await browser.close();
    }
  });
}

/** Returns the milliseconds between the start of the navigation and a page that can be used. */
async function usableAfter(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.route("**/empty-page", (route) =>
      route.fulfill({ contentType: "text/html", body: EMPTY }),
    );
    const session = await context.newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: THROTTLE });
    await page.goto(url);
    await page.locator("input").first().waitFor();
    return await whenIdle(page);
  } finally {
    await context.close();
  }
}

const EMPTY = "<!doctype html><title>Empty</title><input>";

/** Waits for the next painted frame and an idle moment, and returns their time. */
async function whenIdle(page: Page): Promise<number> {
  return await page.evaluate<number>(`
    new Promise((resolve) => requestAnimationFrame(() =>
      requestIdleCallback(() => resolve(performance.now()))))
  `);
}

/** Chromium refuses its sandbox to the root user. */
function sandboxArgs(): string[] {
  return process.getuid?.() === 0 ? ["--no-sandbox"] : [];
}
