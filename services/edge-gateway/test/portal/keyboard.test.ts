/** @heavy uses each page of the portal in Chromium with the keyboard alone */
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { describeInBrowser, describeWithServer, until } from "@veil/testing";
import type { Page } from "playwright-core";
import { isShown, OPERATOR_PAGES, openPortal, PAGES, signInAsOperator } from "../support/portal.ts";

describeWithServer("postgres", "The portal by keyboard", () => {
  describeInBrowser("in a browser", (launch) => {
    let portal: Awaited<ReturnType<typeof openPortal>>;
    beforeAll(async () => {
      portal = await openPortal(launch, { veil: false });
    });
    afterAll(() => portal.close());

    test("the Tab key reaches each control of each page, and each shows that it has the focus", async () => {
      const { page } = await portal.openOwn("no-such-page");
      for (const name of PAGES) {
        await page.goto(`${portal.origin}/portal/${name}`);
        await isShown(page);
        expect([name, await notReached(page)]).toEqual([name, []]);
      }
    });

    test("the Tab key reaches each control of the operators' pages", async () => {
      const { page } = await portal.open("operators");
      await isShown(page);
      await signInAsOperator(page);
      for (const name of OPERATOR_PAGES) {
        const link = page.getByRole("link", { name, exact: true });
        await link.focus();
        await page.keyboard.press("Enter");
        await page.getByRole("heading", { name, level: 1 }).waitFor();
        await isShown(page);
        expect([name, await notReached(page)]).toEqual([name, []]);
      }
    });

    test("a call is made with the keyboard alone", async () => {
      const { page } = await portal.openOwn("playground");
      await isShown(page);
      await tabTo(page, "Text");
      await page.keyboard.type("Ann Weber asks.");
      await tabTo(page, "Run the call");
      await page.keyboard.press("Enter");
      await page.getByText("The gateway restored your values in it.").waitFor();
    });

    test("a dialog gets the focus, keeps it, and gives it back to its button after Escape", async () => {
      const { page } = await portal.openOwn("keys");
      await isShown(page);
      await tabTo(page, "Make a key");
      await page.keyboard.press("Enter");
      const dialog = page.getByRole("dialog");
      await dialog.waitFor();
      const isInside = () =>
        page.evaluate<boolean>(
          "document.querySelector('[role=dialog]').contains(document.activeElement)",
        );
      await until("the focus is in the dialog", isInside);
      for (let times = 0; times < 8; times += 1) {
        await page.keyboard.press("Tab");
        await until("the focus is in the dialog", isInside);
      }
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
      expect(await focused(page)).toBe("Make a key");
    });
  });
});

/** Returns the name of the control that has the focus. */
async function focused(page: Page): Promise<string> {
  return await page.evaluate(`
    const one = document.activeElement;
    (one.labels?.[0] ?? one).textContent.trim()
  `);
}

/** Presses Tab until the control has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let times = 0; times < 100; times += 1) {
    await page.keyboard.press("Tab");
    if ((await focused(page)) === name) return;
  }
  throw new Error(`The Tab key does not reach ${name}`);
}

/** Returns the controls that the Tab key does not reach, or that do not show the focus. */
async function notReached(page: Page): Promise<readonly string[]> {
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
  // The focus leaves the page once, and returns at its beginning.
  for (let times = 0; times < count + 3; times += 1) await page.keyboard.press("Tab");
  return await page.evaluate(`
    controls.filter((one) => !reached.has(one)).map((one) => one.outerHTML.slice(0, 200))
  `);
}
