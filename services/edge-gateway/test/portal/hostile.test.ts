/** @heavy opens each page of the portal in Chromium with hostile answers */
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { describeInBrowser, describeWithServer, until } from "@veil/testing";
import { cutOff, isShown } from "@veil/testing/page";
import type { Page } from "playwright-core";
import { answerHostile, HOSTILE } from "../support/hostile-answers.ts";
import { OPERATOR_PAGES, openPortal, PAGES, signInAsOperator } from "../support/portal.ts";

/** Pages that show no data of the API before the reader does something. */
const WITHOUT_DATA = ["", "documents", "playground", "setup", "proving-ground", "why", "docs"];

describeWithServer("postgres", "Hostile data in the portal", () => {
  describeInBrowser("in a browser", (launch) => {
    let portal: Awaited<ReturnType<typeof openPortal>>;
    beforeAll(async () => {
      portal = await openPortal(launch, { veil: true });
    });
    afterAll(() => portal.close());

    /** @param hasData - whether the page shows data, which a virtual list draws a moment later */
    async function seen(page: Page, hasData = true) {
      await isShown(page);
      const isThere = async () =>
        ((await page.locator("main").textContent()) ?? "").includes(HOSTILE);
      if (hasData) await until(`the text is on ${page.url()}`, isThere);
      return {
        isShown: await isThere(),
        images: await page.locator("img").count(),
        isOwned: (await page.title()) === "owned",
        cutOff: await cutOff(page),
      };
    }
    const asText = { isShown: true, images: 0, isOwned: false, cutOff: [] };

    test.each([1440, 360])(
      "markup, bidirectional controls, emoji and long words in every field of every answer are text on each page, at %s pixels",
      async (width) => {
        const viewport = { width, height: 800 };
        const { page, problems } = await portal.openOwn("no-such-page", { viewport });
        await answerHostile(page);
        const found: Record<string, unknown> = {};
        for (const name of PAGES) {
          await page.goto(`${portal.origin}/portal/${name}`);
          found[name] = await seen(page, !WITHOUT_DATA.includes(name));
        }
        expect(found).toEqual(
          Object.fromEntries(
            PAGES.map((name) => [name, { ...asText, isShown: !WITHOUT_DATA.includes(name) }]),
          ),
        );
        expect(problems).toEqual([]);
      },
    );

    test("the same fields are text on the operators' pages", async () => {
      const { page, problems } = await portal.open("operators");
      await isShown(page);
      await answerHostile(page);
      await signInAsOperator(page);
      for (const name of OPERATOR_PAGES) {
        await page.getByRole("link", { name, exact: true }).click();
        await page.getByRole("heading", { name, level: 1 }).waitFor();
        expect([name, await seen(page)]).toEqual([name, asText]);
      }
      await page.getByRole("link", { name: HOSTILE }).first().click();
      await page.getByRole("heading", { name: HOSTILE, level: 1 }).waitFor();
      expect(await seen(page)).toEqual(asText);
      expect(problems.filter((problem) => !problem.includes("401"))).toEqual([]);
    });

    test("a megabyte in each field does not break the page", async () => {
      const { page, problems } = await portal.openOwn("no-such-page");
      await answerHostile(page, "<b>".padEnd(1_000_000, "x "));
      await page.goto(`${portal.origin}/portal/account`);
      await isShown(page);
      expect(await page.locator("main b").count()).toBe(0);
      expect(await cutOff(page)).toEqual([]);
      expect(problems).toEqual([]);
    });
  });
});
