/** @heavy drives the portal in Chromium */
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { describeInBrowser, describeWithServer, until } from "@veil/testing";
import { isShown, keptBy } from "@veil/testing/page";
import type { Page } from "playwright-core";
import { freshEmail } from "../support/fresh.ts";
import { openPortal } from "../support/portal.ts";
import { sessionOf } from "../support/session-client.ts";

describeWithServer("postgres", "The portal", () => {
  describeInBrowser("in a browser", (launch) => {
    let portal: Awaited<ReturnType<typeof openPortal>>;
    beforeAll(async () => {
      portal = await openPortal(launch, { veil: false });
    });
    afterAll(() => portal.close());

    const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

    test("the first page needs less than 150 kB of compressed script", async () => {
      const { page } = await portal.open("");
      await page.getByRole("heading", { name: "Sign in" }).waitFor();
      const bytes = await page.evaluate(`
        performance.getEntriesByType("resource")
          .filter(({ name }) => name.endsWith(".js"))
          .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
      `);
      expect(bytes).toBeGreaterThan(0);
      expect(bytes).toBeLessThan(150_000);
    });

    describe("Sign-in", () => {
      test("a customer who registers sees the key once, opens the portal with it, and no place of the browser keeps it", async () => {
        const { page, problems } = await portal.open("keys");
        await page.getByLabel("Sign in with").selectOption("New account");
        await page.getByLabel("Email").fill(freshEmail());
        await button(page, "Create a free account").click();
        const key = (await page.locator("code", { hasText: "svc_" }).textContent()) ?? "";
        await button(page, "I have stored it: open the portal").click();
        await page.getByRole("heading", { name: "API keys", level: 1 }).waitFor();
        await page.getByText("valid", { exact: true }).waitFor();
        expect(await page.content()).not.toContain(key);
        expect(await keptBy(page)).not.toContain(key);
        expect(withoutRefusal(problems)).toEqual([]);
      });

      test("a wrong key is refused on the page, and a right one opens the page of the address, with the keyboard alone", async () => {
        const { page } = await portal.open("audit?days=3");
        const field = page.getByLabel("API key");
        await field.focus();
        await page.keyboard.type("svc_wrong");
        await page.keyboard.press("Enter");
        await page.getByText("These credentials are not valid.").waitFor();
        await field.fill("");
        await field.focus();
        await page.keyboard.type(portal.apiKey);
        await page.keyboard.press("Enter");
        await page.getByRole("heading", { name: "Audit log", level: 1 }).waitFor();
        expect(await page.getByLabel("Days back").inputValue()).toBe("3");
        expect(await page.evaluate("document.activeElement.tagName")).toBe("H1");
      });

      test("when the session ends, the page asks for a new sign-in, and then shows the same page", async () => {
        const { page } = await portal.openOwn("lists");
        await isShown(page);
        await page.context().clearCookies();
        await button(page, "New list").click();
        await page.getByLabel("Values").fill("Project Heron");
        await button(page, "Store").click();
        await page.getByText("Your session has ended.").waitFor();
        await page.getByLabel("API key").fill(portal.apiKey);
        await button(page, "Sign in").click();
        await page.getByRole("heading", { name: "Entity lists", level: 1 }).waitFor();
      });

      test("after signing out, the portal shows nothing of the account, also after going back", async () => {
        const { page } = await portal.openOwn("account");
        await page.getByText(portal.customerId).first().waitFor();
        await button(page, "Sign out").click();
        await page.getByRole("heading", { name: "Sign in", level: 1 }).waitFor();
        await page.goto(`${portal.origin}/portal/keys`);
        await page.goBack();
        await page.getByRole("heading", { name: "Sign in", level: 1 }).waitFor();
        expect(await page.content()).not.toContain(portal.customerId);
      });
    });

    describe("What is destroyed", () => {
      test("a key is made, shown once, and revoked only after its id was typed", async () => {
        const { page } = await portal.openOwn("keys");
        await button(page, "Make a key").click();
        const dialog = page.getByRole("dialog");
        await button(page, "Make a key").last().click();
        await dialog.getByText("It is shown only now.").waitFor();
        const key = (await dialog.locator("code").textContent()) ?? "";
        const id = key.slice("svc_".length, "svc_".length + 8);
        await button(page, "I have stored it").click();
        await dialog.waitFor({ state: "detached" });
        await button(page, `Revoke ${id}`).click();
        const revoke = dialog.getByRole("button", { name: "Revoke" });
        expect(await revoke.isDisabled()).toBe(true);
        await page.getByLabel(`Type ${id} to confirm`).fill(id);
        await revoke.click();
        await page.getByText("revoked", { exact: true }).waitFor();
        expect(await page.content()).not.toContain(key);
      });

      test("the key of the session is rotated with the longest grace that is offered, and the new key stays on the page until it is stored", async () => {
        const { apiKey } = await portal.gateway.provision();
        const cookie = await sessionOf(portal.gateway, { api_key: apiKey });
        const { page } = await portal.open("keys", { cookie });
        await page.getByRole("button", { name: /^Rotate / }).click();
        const grace = page.getByLabel("Grace of the old key");
        await grace.selectOption({ index: (await grace.locator("option").count()) - 1 });
        await button(page, "Rotate").click();
        await page.getByText("It is shown only now.").waitFor();
        const key = (await page.getByRole("dialog").locator("code").textContent()) ?? "";
        await page.keyboard.press("Escape");
        await page.mouse.click(1, 1);
        await button(page, "I have stored it").click();
        // The rotation has ended the session.
        await page.getByText("Your session has ended.").waitFor();
        await page.getByLabel("API key").fill(key);
        await button(page, "Sign in").click();
        await page.getByText("replaced", { exact: true }).waitFor();
      });

      test("values of a list are counted while they are pasted, and never shown again", async () => {
        const { page } = await portal.openOwn("lists");
        await button(page, "New list").click();
        await page.getByLabel("Values").fill("Project Heron; ORGANIZATION\nProject Egret\n\n");
        await page.getByText("2 values").waitFor();
        await button(page, "Store").click();
        await page.getByRole("cell", { name: "Deny: always replaced" }).waitFor();
        expect(await page.content()).not.toMatch(/Heron|Egret/);
        expect(await keptBy(page)).not.toMatch(/Heron|Egret/);
      });
    });

    describe("Lists that are longer than a page", () => {
      test("10 000 events are loaded on demand, each page once, a refusal for too many requests counts down and loses nothing, and only the rows in view are in the document", async () => {
        const { page, problems } = await portal.openOwn("audit");
        await isShown(page);
        const pages: number[] = [];
        await page.route("**/api/v1/account/audit?*", async (route) => {
          const number = Number(new URL(route.request().url()).searchParams.get("page"));
          pages.push(number);
          if (pages.length === 2) await route.fulfill(tooMany);
          else await route.fulfill({ json: auditPage(number) });
        });
        await page.getByLabel("Days back").fill("30");
        await button(page, "Show").click();
        await page.getByText("200 of 10,000 events").waitFor();
        await button(page, "Load more").click();
        await page.getByText("Too many requests in this minute.").waitFor();
        await page.getByText("200 of 10,000 events").waitFor();
        await page.getByText("400 of 10,000 events").waitFor();
        for (let number = 3; number <= AUDIT_PAGES; number += 1) {
          await button(page, "Load more").click();
          await page.getByText(`${(number * 200).toLocaleString("en")} of 10,000`).waitFor();
        }
        expect(pages).toEqual([
          1,
          2,
          ...Array.from({ length: AUDIT_PAGES - 1 }, (_, at) => at + 2),
        ]);
        expect(page.url()).toMatch(/\/portal\/audit\?days=30$/);
        const table = page.getByRole("table");
        expect(await table.getAttribute("aria-rowcount")).toBe("10001");
        const rendered = () => table.locator("tbody tr").count();
        expect(await rendered()).toBeLessThan(200);
        await page.keyboard.press("End");
        await page.getByText("event 10000", { exact: true }).waitFor();
        expect(await page.getByText("event 1", { exact: true }).count()).toBe(0);
        expect(await rendered()).toBeLessThan(200);
        await until("the first row is back", async () => {
          await page.keyboard.press("Home");
          return (await page.getByText("event 1", { exact: true }).count()) === 1;
        });
        // The browser prints all rows.
        await page.evaluate("dispatchEvent(new Event('beforeprint'))");
        expect(await rendered()).toBe(10_000);
        expect(problems.filter((problem) => !problem.includes("429"))).toEqual([]);
      });
    });
  });
});

const tooMany = {
  status: 429,
  json: { error: "rate_limited", message: "Too many", retry_after_seconds: 1 },
};

const AUDIT_PAGES = 50;

function auditPage(page: number) {
  const event = (at: number) => ({
    ...{ event_type: "SESSION_STARTED", timestamp: "2026-11-29T12:00:00Z" },
    actor: `event ${(page - 1) * 200 + at + 1}`,
  });
  return {
    ...{ page, page_size: 200, total: AUDIT_PAGES * 200, has_more: page < AUDIT_PAGES },
    ...{ org_id: "org_1", source: "audit_service", period: "", truncated: false },
    events: Array.from({ length: 200 }, (_, at) => event(at)),
  };
}

/** Without the request that finds out that there is no session. */
function withoutRefusal(problems: readonly string[]): readonly string[] {
  return problems.filter((problem) => !problem.includes("status of 401"));
}
