/** @heavy opens each page of the portal in Chromium, in several forms */
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { describeInBrowser, describeWithServer } from "@veil/testing";
import {
  cutOff,
  findings,
  isShown,
  OPERATOR_PAGES,
  openPortal,
  PAGES,
  signInAsOperator,
} from "../support/portal.ts";

/** Together, they have both languages, both colors and all widths. */
const FORMS = [
  { locale: "en-GB", colorScheme: "light", viewport: { width: 1440, height: 900 } },
  { locale: "de-DE", colorScheme: "dark", viewport: { width: 360, height: 740 } },
  { locale: "de-DE", colorScheme: "light", viewport: { width: 768, height: 1024 } },
  { locale: "en-GB", colorScheme: "dark", viewport: { width: 320, height: 700 } },
] as const;

describeWithServer("postgres", "The portal's pages", () => {
  describeInBrowser("in a browser", (launch) => {
    let portal: Awaited<ReturnType<typeof openPortal>>;
    beforeAll(async () => {
      portal = await openPortal(launch, { veil: true });
    });
    afterAll(() => portal.close());

    test("a certificate is verified in the browser, step by step, with the reader's keys, and a wrong key is refused", async () => {
      const { page, problems } = await portal.openOwn("certificates");
      await page.getByLabel("Days back").selectOption("92");
      await page.getByRole("button", { name: `Verify ${portal.requestId}` }).click();
      const verify = async (pins: string) => {
        await page.getByLabel("Pinned keys").fill(pins);
        await page.getByRole("button", { name: "Verify in this browser" }).click();
      };
      await verify(`mallory:${"ab".repeat(32)}`);
      await page.getByText("NOT VALID.").waitFor();
      await verify(portal.pins);
      await page.getByText(/^VALID\. Issued/).waitFor();
      const results = (name: string) => page.getByRole("cell", { name, exact: true }).count();
      // No log has confirmed this certificate yet.
      expect([await results("holds"), await results("not checked")]).toEqual([20, 3]);
      expect(problems).toEqual([]);
    });

    describe.each(FORMS)("$locale, $colorScheme, $viewport.width pixels wide", (form) => {
      test("each page loads without an error, a finding of axe, a violation of the policy, a repeated request or text cut off", async () => {
        const { page, problems, requests } = await portal.openOwn("no-such-page", form);
        await isShown(page);
        for (const name of [...PAGES, "no-such-page"]) {
          const before = requests.length;
          await page.goto(`${portal.origin}/portal/${name}`);
          await isShown(page);
          const own = requests.slice(before);
          const found = {
            findings: await findings(page),
            problems,
            cutOff: await cutOff(page),
            repeated: own.filter((path, at) => own.indexOf(path) !== at),
            language: await page.locator("html").getAttribute("lang"),
          };
          const language = form.locale.slice(0, 2);
          expect([name, found]).toEqual([
            name,
            { findings: [], problems: [], cutOff: [], repeated: [], language },
          ]);
        }
        await page.context().close();
      });

      test("each of the operators' pages has no finding of axe, no violation of the policy and no text cut off", async () => {
        const { page, problems } = await portal.open("operators", { ...form, locale: "en-GB" });
        await isShown(page);
        const seen = [await findings(page), await cutOff(page)];
        await signInAsOperator(page);
        for (const name of OPERATOR_PAGES) {
          await page.getByRole("link", { name, exact: true }).click();
          await page.getByRole("heading", { name, level: 1 }).waitFor();
          await isShown(page);
          seen.push(await findings(page), await cutOff(page));
        }
        await page.getByRole("link", { name: portal.customerId }).click();
        await page.getByRole("heading", { name: portal.customerId }).waitFor();
        await isShown(page);
        seen.push(await findings(page), await cutOff(page));
        // Without a session, and without a checkpoint of the log.
        const others = problems.filter((problem) => !/40[14]/.test(problem));
        expect([seen.flat(), others]).toEqual([[], []]);
        await page.context().close();
      });
    });
  });
});
