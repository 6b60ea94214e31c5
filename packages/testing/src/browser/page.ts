import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { until, WAIT_CEILING_MS } from "../until.ts";

const AXE = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

export interface OpenedPage {
  readonly page: Page;
  /** The errors that the browser reports, including violations of the content security policy. */
  readonly problems: string[];
  /** The paths that the page has requested, with their queries. */
  readonly requests: string[];
}

export interface PageOptions extends BrowserContextOptions {
  /** A `Cookie` header with one cookie. */
  readonly cookie?: string;
}

/** Opens a page in a new context and records its errors and requests. */
export async function openPage(
  browser: Browser,
  url: URL,
  { cookie, ...options }: PageOptions = {},
): Promise<OpenedPage> {
  const context = await browser.newContext(options);
  if (cookie !== undefined) {
    const [name = "", value = ""] = cookie.split("=");
    await context.addCookies([
      { name, value, url: url.origin, httpOnly: true, sameSite: "Strict" },
    ]);
  }
  context.setDefaultTimeout(WAIT_CEILING_MS);
  const page = await context.newPage();
  const [problems, requests]: [string[], string[]] = [[], []];
  page.on("pageerror", (error) => void problems.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    requests.push(pathname + search);
  });
  await page.goto(url.href);
  return { page, problems, requests };
}

/** Waits until everything on a page of the portal has been loaded. */
export async function isShown(page: Page): Promise<void> {
  await page.getByRole("heading", { level: 1 }).waitFor();
  const loading = page.locator("[class*=skeleton]");
  await until("the page is loaded", async () => (await loading.count()) === 0);
}

/** Returns what axe finds on the page, with the elements. */
export async function findings(page: Page): Promise<readonly string[]> {
  // The policy forbids the page to add scripts, but not the browser's own tools.
  await page.evaluate(AXE);
  return await page.evaluate<readonly string[]>(`
    axe.run().then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ": " + html)),
    )
  `);
}

/** Returns the elements that make the page wider than the window. */
export async function cutOff(page: Page): Promise<readonly string[]> {
  return await page.evaluate<readonly string[]>(`
    const { scrollWidth, clientWidth } = document.documentElement;
    const isOutside = (one) => one.getBoundingClientRect().right > clientWidth;
    scrollWidth > clientWidth
      ? [...document.querySelectorAll("main *")].filter(isOutside).map((one) => one.outerHTML.slice(0, 200))
      : []
  `);
}

/** Returns the controls that the Tab key does not reach, or that do not show the focus. */
export async function notReached(page: Page): Promise<readonly string[]> {
  const count = await page.evaluate<number>(`
    for (const one of document.querySelectorAll("details")) one.open = true;
    const isVisible = (one) => one.checkVisibility() && !one.disabled && one.tabIndex >= 0;
    globalThis.controls = [...document.querySelectorAll(
      "a[href], button, input, select, textarea, summary, [tabindex]",
    )].filter(isVisible);
    globalThis.reached = new Set();
    document.addEventListener("focusin", ({ target }) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(target);
      if (outlineStyle !== "none" && outlineWidth !== "0px") reached.add(target);
    });
    controls.length
  `);
  let left: readonly string[] = [];
  // The focus also stops at areas that scroll, leaves the page once, and returns at its beginning.
  for (let times = 0; times < 2 * count + 3; times += 1) {
    await page.keyboard.press("Tab");
    left = await page.evaluate<readonly string[]>(`
      controls.filter((one) => !reached.has(one)).map((one) => one.outerHTML.slice(0, 200))
    `);
    if (left.length === 0) break;
  }
  return left;
}

/** Returns all that a page can leave in the browser, except cookies that scripts cannot read. */
export async function keptBy(page: Page): Promise<string> {
  const { origins } = await page.context().storageState();
  const state = await page.evaluate<string>(
    "JSON.stringify([location.href, document.title, history.state, document.cookie, Object.entries(sessionStorage)])",
  );
  return JSON.stringify([origins, state]);
}
