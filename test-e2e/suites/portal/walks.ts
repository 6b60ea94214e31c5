import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { describeInBrowser } from "@veil/testing";
import { openPage } from "@veil/testing/page";
import { type Browser, chromium } from "playwright-core";
import { trustOf } from "../../support/keys.ts";
import type { Scenario } from "../../support/scenario.ts";

/** Walks through the portal as its users do. */
export function describePortalWalks(scenario: () => Scenario): void {
  describeInBrowser("The portal", (launch) => {
    let browser: Browser;
    let apiKey = "";
    beforeAll(async () => {
      browser = await chromium.launch(launch);
    });
    afterAll(() => browser.close());

    test("A new customer registers, makes a call in the playground, opens its public summary, and sees what pro adds, in at most 12 clicks", async () => {
      const { page, click, clicks, problems } = await visit();
      await page.getByLabel("Sign in with").selectOption("New account");
      await page.getByLabel("Email").fill(`walk.${Date.now()}@example.org`);
      await click("button", "Create a free account");
      apiKey = (await page.locator("code", { hasText: "svc_" }).textContent()) ?? "";
      await click("button", "I have stored it: open the portal");
      await click("link", "Open the playground");
      await click("button", "Use an example");
      await page.getByText(/^\d+ replacements$/).waitFor();
      expect(await page.locator("mark").allTextContents()).toEqual(
        expect.arrayContaining(["DE89 3704 0044 0532 0130 00", "anna.schmidt@example.org"]),
      );
      await click("button", "Run the call");
      await page.getByText("No known personal data and no identity").waitFor();
      await page.getByText("Pro adds the whole certificate").waitFor();
      await click("link", "Public summary of the certificate");
      await page.getByText("What this summary does not prove").waitFor();
      // One more to choose the way to sign in.
      expect(clicks() + 1).toBeLessThanOrEqual(12);
      expect(problems.filter((problem) => !problem.includes("401"))).toEqual([]);
    });

    test("A customer whom the operator raised to pro verifies the certificate and downloads an evidence pack, in at most 8 clicks", async () => {
      await raiseToPro();
      const { page, click, clicks, problems } = await visit();
      await page.getByLabel("API key").fill(apiKey);
      await click("button", "Sign in");
      await click("link", "Certificates");
      await click("button", /^Verify req_/);
      const { keys } = trustOf(scenario().stack);
      const signer = keys.find(({ purpose }) => purpose === "manifest");
      await page.getByLabel("Pinned keys").fill(`${signer?.key_id}:${signer?.public_key}`);
      await click("button", "Verify in this browser");
      await page.getByText(/^VALID\. Issued/).waitFor();
      await click("link", "Documents");
      const download = page.waitForEvent("download");
      await click("button", "Make and download the pack");
      const file = await (await download).path();
      expect(readFileSync(file).subarray(0, 2).toString()).toBe("PK");
      expect(clicks()).toBeLessThanOrEqual(8);
      expect(problems.filter((problem) => !problem.includes("401"))).toEqual([]);
    });

    /** Opens a page of the gateway, and counts clicks. */
    async function visit(address = "") {
      const url = new URL(address, scenario().stack.gatewayUrl);
      const { page, problems } = await openPage(browser, url, { acceptDownloads: true });
      let count = 0;
      const click = async (role: "button" | "link", name: string | RegExp) => {
        count += 1;
        await page.getByRole(role, { name, exact: true }).first().click();
      };
      return { page, click, clicks: () => count, problems };
    }

    /** Raises the tier on the operators' pages. */
    async function raiseToPro(): Promise<void> {
      const { gateway, stack } = scenario();
      const { page, click, problems } = await visit("portal/operators");
      await page
        .getByLabel("Admin key")
        .fill(readFileSync(path.join(stack.stateDir, "admin-key"), "utf8").trim());
      await click("button", "Sign in");
      await click("link", "Customers");
      const { body } = await gateway.call({ path: "/api/v1/usage", apiKey });
      await click("link", String(body["customer_id"]));
      await page.getByLabel("Tier").selectOption("pro");
      await click("button", "Save");
      await page.getByRole("definition").filter({ hasText: /^pro$/ }).waitFor();
      await page.context().close();
      expect(problems.filter((problem) => !problem.includes("401"))).toEqual([]);
    }
  });
}
