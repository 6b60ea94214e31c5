import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { describeInBrowser } from "@veil/testing";
import { cutOff, findings, isShown, notReached, openPage } from "@veil/testing/page";
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from "playwright-core";
import type { Scenario } from "../../support/scenario.ts";

/** Together, they have both languages, both colors and all widths. */
const FORMS = [
  { locale: "en-GB", colorScheme: "light", viewport: { width: 1440, height: 900 } },
  { locale: "de-DE", colorScheme: "dark", viewport: { width: 360, height: 740 } },
  { locale: "de-DE", colorScheme: "light", viewport: { width: 768, height: 1024 } },
  { locale: "en-GB", colorScheme: "dark", viewport: { width: 320, height: 700 } },
] as const;
/** Pages that the navigation does not name. */
const OTHER_PAGES = ["/portal/status", "/portal/docs", "/portal/no-such-page"];
/** In English and in German. */
const SIGN_IN = /^(Sign in|Anmelden)$/;

/** Opens every page of the portal, with the data of the suites that ran before it. */
export function describePortalPages(scenario: () => Scenario): void {
  describeInBrowser("The portal's pages", (launch) => {
    let browser: Browser;
    let customerId = "";
    let apiKey = "";
    let addresses: readonly string[] = [];
    beforeAll(async () => {
      browser = await chromium.launch(launch);
      ({ customerId, apiKey } = await scenario().customer({ tier: "pro" }));
      const body = { prompt_template: "Answer {text}", context: { text: "Ann Weber, DE" } };
      await scenario().gateway.call({ path: "/api/v1/proxy/messages", apiKey, body });
      const { page } = await signedIn({});
      addresses = [...(await linked(page)), ...OTHER_PAGES];
      await page.context().close();
    });
    afterAll(() => browser.close());

    describe.each(FORMS)("$locale, $colorScheme, $viewport.width pixels wide", (form) => {
      test("each page loads the data of the real services without an error, a finding of axe, a violation of the policy, a repeated request or text cut off", async () => {
        const { page, problems, requests } = await signedIn(form);
        const language = form.locale.slice(0, 2);
        for (const address of addresses) {
          problems.length = 0;
          const before = requests.length;
          await page.goto(new URL(address, scenario().stack.gatewayUrl).href);
          await isShown(page);
          const own = requests.slice(before);
          const found = {
            ...{ findings: await findings(page), problems: [...problems] },
            cutOff: await cutOff(page),
            alerts: await page.getByRole("alert").allTextContents(),
            repeated: own.filter((one, at) => own.indexOf(one) !== at),
            language: await page.locator("html").getAttribute("lang"),
          };
          const none = { findings: [], problems: [], cutOff: [], alerts: [], repeated: [] };
          expect([address, found]).toEqual([address, { ...none, language }]);
        }
        await page.context().close();
      });

      test("each of the operators' pages loads without a finding of axe, a violation of the policy or text cut off", async () => {
        const { page, problems } = await operatorSignedIn({ ...form, locale: "en-GB" });
        const links = await page.getByRole("navigation").getByRole("link").all();
        expect(links.length).toBeGreaterThan(4);
        const customers = page.getByRole("link", { name: "Customers", exact: true });
        const seen: string[] = [];
        for (const link of [...links, customers, page.getByRole("link", { name: customerId })]) {
          await followed(page, link);
          seen.push(...(await findings(page)), ...(await cutOff(page)));
        }
        expect([seen, withoutFirst401(problems)]).toEqual([[], []]);
        await page.context().close();
      });
    });

    test("the Tab key reaches each control of each page, and each shows that it has the focus", async () => {
      const { page } = await signedIn({ locale: "en-GB" });
      for (const address of addresses) {
        await page.goto(new URL(address, scenario().stack.gatewayUrl).href);
        await isShown(page);
        expect([address, await notReached(page)]).toEqual([address, []]);
      }
      await page.context().close();
    });

    test("the Tab key reaches each control of the operators' pages", async () => {
      const { page } = await operatorSignedIn({ locale: "en-GB" });
      for (const link of await page.getByRole("navigation").getByRole("link").all()) {
        await followed(page, link);
        expect([page.url(), await notReached(page)]).toEqual([page.url(), []]);
      }
      await page.context().close();
    });

    async function signedIn(options: BrowserContextOptions) {
      const opened = await openPage(browser, new URL("/", scenario().stack.gatewayUrl), options);
      const { page } = opened;
      await page.getByLabel(/^(API key|API-Schlüssel)$/).fill(apiKey);
      const button = page.getByRole("button", { name: SIGN_IN });
      await button.click();
      await button.waitFor({ state: "detached" });
      return opened;
    }

    async function operatorSignedIn(options: BrowserContextOptions) {
      const { stack } = scenario();
      const opened = await openPage(
        browser,
        new URL("/portal/operators", stack.gatewayUrl),
        options,
      );
      const key = readFileSync(path.join(stack.stateDir, "admin-key"), "utf8").trim();
      await opened.page.getByLabel("Admin key").fill(key);
      await opened.page.keyboard.press("Enter");
      await opened.page.getByRole("navigation").getByRole("link").first().waitFor();
      return opened;
    }
  });
}

/** Returns the addresses of the pages that the navigation names. */
async function linked(page: Page): Promise<readonly string[]> {
  const links = page.getByRole("navigation").getByRole("link");
  await links.first().waitFor();
  const paths = await links.evaluateAll((all) =>
    all.map((one) => (one as unknown as { readonly pathname: string }).pathname),
  );
  expect(paths.length).toBeGreaterThan(12);
  return paths;
}

/** Follows a link by keyboard to the page that has its name. */
async function followed(page: Page, link: Locator): Promise<void> {
  const name = (await link.textContent()) ?? "";
  await link.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name, exact: true, level: 1 }).waitFor();
  await isShown(page);
}

/** A page asks for the session before it shows the form to sign in. */
function withoutFirst401(problems: readonly string[]): readonly string[] {
  return problems.filter((problem) => !problem.includes("401"));
}
