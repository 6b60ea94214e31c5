/** @heavy uses the portal in Chromium with the keyboard alone */
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { describeInBrowser, describeWithServer, until } from "@veil/testing";
import { isShown } from "@veil/testing/page";
import type { Page } from "playwright-core";
import { openPortal } from "../support/portal.ts";

describeWithServer("postgres", "The portal by keyboard", () => {
  describeInBrowser("in a browser", (launch) => {
    let portal: Awaited<ReturnType<typeof openPortal>>;
    beforeAll(async () => {
      portal = await openPortal(launch, { veil: false });
    });
    afterAll(() => portal.close());

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
