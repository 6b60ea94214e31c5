// Draws the pages of a running gateway's portal into one image, docs/portal.jpg.
// Usage: npm start, then node scripts/portal-contact-sheet.mjs
import { readFileSync } from "node:fs";
import path from "node:path";
import { chromium } from "playwright-core";
import { ROOT } from "./lib/root.mjs";

const GATEWAY = process.env.VEIL_URL ?? "http://127.0.0.1:8080";
const KEY = readFileSync(path.join(ROOT, ".veil/demo-key"), "utf8").trim();
const OUTPUT = path.join(ROOT, "docs/portal.jpg");
const PAGES = [
  ...["", "playground", "setup", "usage", "lists", "policy", "proving-ground", "audit"],
  ...["certificates", "why", "posture", "documents", "requests", "keys", "account", "status"],
];
const FORMS = [
  { locale: "en-GB", colorScheme: "light", viewport: { width: 1440, height: 1080 } },
  { locale: "de-DE", colorScheme: "dark", viewport: { width: 768, height: 1024 } },
  { locale: "de-DE", colorScheme: "light", viewport: { width: 360, height: 740 } },
];

const isRoot = process.getuid?.() === 0;
const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args: isRoot ? ["--no-sandbox"] : [],
});
try {
  const rows = [];
  for (const form of FORMS) rows.push(await picturesIn(form));
  await draw(rows);
} finally {
  await browser.close();
}

/** Returns a picture of each page, as data URLs. */
async function picturesIn(form) {
  const context = await browser.newContext(form);
  const page = await context.newPage();
  await page.goto(`${GATEWAY}/portal/`);
  const pictures = [await pictureOf(page)];
  await page.locator("input[name=api_key]").fill(KEY);
  await page.keyboard.press("Enter");
  await page.locator("nav").waitFor();
  for (const name of PAGES) {
    await page.goto(`${GATEWAY}/portal/${name}`);
    if (name === "playground") await runExample(page);
    pictures.push(await pictureOf(page));
  }
  await context.close();
  return pictures;
}

async function runExample(page) {
  const buttons = page.locator("main section button");
  await buttons.nth(1).click();
  await page.locator("mark").first().waitFor();
  await buttons.nth(0).click();
  await page.locator("main section").nth(4).waitFor();
}

async function pictureOf(page) {
  await page.locator("h1").waitFor();
  await page.waitForLoadState("networkidle");
  const picture = await page.screenshot({ type: "jpeg", quality: 80 });
  return `data:image/jpeg;base64,${picture.toString("base64")}`;
}

async function draw(rows) {
  const page = await browser.newPage({ viewport: { width: 2_400, height: 1_000 } });
  const heights = [300, 260, 300];
  const images = rows.map((pictures, at) =>
    pictures.map((picture) => `<img height="${heights[at]}" src="${picture}">`).join(""),
  );
  await page.setContent(
    `<style>body{margin:12px;background:#888}img{margin:6px;vertical-align:top}</style>${images.join("<hr>")}`,
  );
  await page.screenshot({ path: OUTPUT, fullPage: true, type: "jpeg", quality: 70 });
}
