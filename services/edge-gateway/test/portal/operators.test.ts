/** @heavy drives the operators' pages of the portal in Chromium */
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { describeInBrowser, describeWithServer, until } from "@veil/testing";
import { isShown, keptBy } from "@veil/testing/page";
import type { Page } from "playwright-core";
import request from "supertest";
import { freshEmail } from "../support/fresh.ts";
import { ADMIN_KEY, openPortal, signInAsOperator, WEBSITE_KEY } from "../support/portal.ts";

const HOSTILE = `<img src=x onerror="document.title='owned'"> \u202egnp.exe 👩‍🚀 שלום`;
const PASSWORD = "correct horse battery";

describeWithServer("postgres", "The operators' pages", () => {
  describeInBrowser("in a browser", (launch) => {
    let portal: Awaited<ReturnType<typeof openPortal>>;
    beforeAll(async () => {
      portal = await openPortal(launch, { veil: true });
    });
    afterAll(() => portal.close());

    const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
    const link = (page: Page, name: string) => page.getByRole("link", { name, exact: true });
    const heading = (page: Page, name: string) =>
      page.getByRole("heading", { name, level: 1 }).waitFor();
    async function signedIn(options?: Parameters<typeof portal.open>[1]) {
      const opened = await portal.open("operators", options);
      await signInAsOperator(opened.page);
      await heading(opened.page, "Deployment");
      return opened;
    }
    async function createdCustomer(page: Page, email: string, company = "") {
      await link(page, "Customers").click();
      await button(page, "Create a customer").click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Email").fill(email);
      await dialog.getByLabel("Company (optional)").fill(company);
      await button(page, "Create a customer").last().click();
      const key = (await page.locator("code", { hasText: "svc_" }).textContent()) ?? "";
      await button(page, "I have passed it on: open the customer").click();
      await page.getByRole("heading", { name: /^cus_/ }).waitFor();
      return key;
    }

    test("a message of the website is read, and deleted only after its id was typed", async () => {
      const sent = await request(portal.gateway.app)
        .post("/api/v1/website/contact")
        .set("x-website-key", WEBSITE_KEY)
        .send({ email: freshEmail(), name: "Ann Weber", message: HOSTILE });
      expect(sent.status).toBe(201);
      const id = String(sent.body.contact_id);
      const { page } = await signedIn();
      await link(page, "Messages").click();
      await page.getByRole("cell", { name: HOSTILE }).waitFor();
      await button(page, `Delete ${id}`).click();
      const dialog = page.getByRole("dialog");
      expect(await dialog.getByRole("button", { name: "Delete" }).isDisabled()).toBe(true);
      await page.getByLabel(`Type ${id} to confirm`).fill(id);
      await dialog.getByRole("button", { name: "Delete" }).click();
      await page.getByText("Nothing here yet.").waitFor();
    });

    test("a list of a customer is stored, replaced and deleted, and its values are not shown again", async () => {
      const { page } = await signedIn();
      await createdCustomer(page, freshEmail());
      await button(page, "New list").click();
      await page.getByLabel("Values").fill("Project Heron\nProject Egret");
      await button(page, "Store").click();
      await page.getByRole("cell", { name: "Deny: always replaced" }).waitFor();
      expect(await page.content()).not.toMatch(/Heron|Egret/);
      await page.getByRole("button", { name: /^Replace / }).click();
      await page.getByLabel("Values").fill("Project Heron");
      await button(page, "Store").click();
      const remove = page.getByRole("button", { name: /^Delete / });
      const id = (await remove.getAttribute("aria-label"))?.replace("Delete ", "") ?? "";
      await remove.click();
      await page.getByLabel(`Type ${id} to confirm`).fill(id);
      await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
      await page
        .getByRole("cell", { name: "Deny: always replaced" })
        .waitFor({ state: "detached" });
    });

    test("a wrong key is refused, a right one opens the pages, and neither key nor token stays in the browser: a reload asks again", async () => {
      const tokens: string[] = [];
      const { page, problems } = await portal.open("operators");
      page.on("request", (request) => void tokens.push(request.headers()["x-admin-session"] ?? ""));
      await signInAsOperator(page, "wrong".repeat(8));
      await page.getByText("This key is not valid.").waitFor();
      await signInAsOperator(page);
      await heading(page, "Deployment");
      await isShown(page);
      const token = tokens.find((sent) => sent !== "") ?? "";
      expect(token.length).toBeGreaterThan(40);
      for (const secret of [ADMIN_KEY, token]) {
        expect(await keptBy(page)).not.toContain(secret);
        expect(await page.content()).not.toContain(secret);
      }
      expect(await page.context().cookies()).toEqual([]);
      await page.reload();
      await page.getByLabel("Admin key").waitFor();
      expect(problems.filter((problem) => !/40[14]/.test(problem))).toEqual([]);
    });

    test("after 15 minutes, and after signing out, the pages ask for the key and show nothing of a customer", async () => {
      const { page } = await portal.open("operators/customers");
      await page.clock.install();
      await signInAsOperator(page);
      await page.getByText(portal.customerId).waitFor();
      await page.clock.fastForward(15 * 60_000);
      await page.getByLabel("Admin key").waitFor();
      expect(await page.content()).not.toContain(portal.customerId);
      await signInAsOperator(page);
      await page.getByText(portal.customerId).waitFor();
      await button(page, "Sign out").click();
      await page.getByLabel("Admin key").waitFor();
      expect(await page.content()).not.toContain(portal.customerId);
    });

    test("a new key that is shown when the 15 minutes end stays until it is stored", async () => {
      const { page } = await portal.open("operators/customers");
      await page.clock.install();
      await signInAsOperator(page);
      await button(page, "Create a customer").click();
      await page.getByLabel("Email").last().fill(freshEmail());
      await page.getByRole("dialog").getByRole("button", { name: "Create a customer" }).click();
      await page.getByText("It is shown only now.").waitFor();
      const key = (await page.getByRole("dialog").locator("code").textContent()) ?? "";
      await page.clock.fastForward(15 * 60_000);
      await page.getByLabel("Admin key").waitFor();
      expect(await page.getByRole("dialog").locator("code").textContent()).toBe(key);
      await button(page, "I have passed it on: open the customer").click();
      await page.getByRole("dialog").waitFor({ state: "detached" });
      expect(await page.content()).not.toContain(key);
    });

    test("at another host than the operators', the page asks for no key and says which setting names theirs", async () => {
      const { page } = await portal.open("operators");
      await page.goto(`${portal.origin.replace("127.0.0.1", "localhost")}/portal/operators`);
      await page.getByText("The setting OPERATOR_HOSTS").waitFor();
      expect(await page.getByLabel("Admin key").count()).toBe(0);
    });

    test("an operator creates a customer, changes the tier, and sees who changed what; a company's name is text", async () => {
      const { page, problems } = await signedIn();
      const key = await createdCustomer(page, freshEmail(), HOSTILE);
      await page.getByText(HOSTILE).waitFor();
      expect(await page.content()).not.toContain(key);
      await page.getByLabel("Tier").selectOption("enterprise");
      await page.getByLabel("License ends").fill("2031-01-31");
      await button(page, "Save").click();
      // An event reaches the log a moment after the change.
      await until("the change is shown", async () => {
        await button(page, "Read again").click();
        return (await page.getByText("changed_fields: tier,license_expires_at").count()) > 0;
      });
      await page.getByText(/^31 Jan 2031$/).waitFor();
      expect(await page.getByText(/^admin:[0-9a-f]{8}$/).count()).toBeGreaterThan(1);
      expect(problems.filter((problem) => !/40[14]/.test(problem))).toEqual([]);
      const { status, body } = await request(portal.gateway.app)
        .get("/api/v1/usage")
        .set("x-api-key", key);
      expect([status, body.tier]).toEqual([200, "enterprise"]);
    });

    test("an operator sets a key's policy, sees why another is refused, and revokes the key after its id was typed", async () => {
      const { page } = await signedIn();
      const keyId = (await createdCustomer(page, freshEmail())).slice(4, 12);
      await button(page, `Policies of ${keyId}`).click();
      const policy = page.getByLabel("What is replaced");
      await policy.fill("{");
      await button(page, "Save").first().click();
      await page.getByText("This is not JSON.").waitFor();
      await policy.fill('{"types": {"NO_TYPE": true}}');
      await button(page, "Save").first().click();
      await page.getByRole("alert").filter({ hasText: "types" }).waitFor();
      await policy.fill('{"may_allow": true}');
      await button(page, "Save").first().click();
      await page.getByText("Saved.").waitFor();
      const stored = await portal.gateway.stores.apiKeys.find(keyId);
      expect(stored?.entityPolicy).toMatchObject({ may_allow: true });
      await page.keyboard.press("Escape");
      await button(page, `Revoke ${keyId}`).click();
      expect(await button(page, "Revoke").isDisabled()).toBe(true);
      await page.getByLabel(`Type ${keyId} to confirm`).fill(keyId);
      await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
      await page.getByText("revoked", { exact: true }).waitFor();
    });

    test("an operator finds a customer by email, which stands in no address, and sets and removes the password", async () => {
      const { page, requests } = await signedIn();
      const email = freshEmail();
      await createdCustomer(page, email);
      await link(page, "Customers").click();
      const search = async (address: string) => {
        await page.getByLabel("Email").fill(address);
        await button(page, "Find").click();
      };
      await search(freshEmail());
      await page.getByText("No customer has this address.").waitFor();
      await search(email);
      await page.getByText(email).waitFor();
      expect([...requests, await keptBy(page)].join()).not.toContain(email);
      await page.getByLabel("New password").fill(PASSWORD);
      await button(page, "Set the password").click();
      await page.getByText("The customer signs in with email and password.").waitFor();
      await link(page, "Users").click();
      await page.getByText(email).waitFor();
      await page.getByRole("row", { name: email }).getByRole("link").click();
      const id = (await page.getByRole("heading", { name: /^cus_/ }).textContent()) ?? "";
      await button(page, "Remove the password").click();
      await page.getByLabel(`Type ${id} to confirm`).fill(id);
      await page.getByRole("dialog").getByRole("button", { name: "Remove the password" }).click();
      await page.getByText("The customer has no password.").waitFor();
    });
  });
});
