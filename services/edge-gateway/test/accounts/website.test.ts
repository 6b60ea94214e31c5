import { expect, test } from "@jest/globals";
import { checked } from "@veil/contracts/parsing";
import { ProvisionResponse } from "@veil/contracts/public/admin";
import {
  AdminContactsResponse,
  ContactResponse,
  WebsiteStatsResponse,
} from "@veil/contracts/public/website";
import { describeWithServer } from "@veil/testing";
import request from "supertest";
import { ADMIN_KEYS, openAdminSuite } from "../support/admin-suite.ts";
import { freshEmail } from "../support/fresh.ts";
import { codeOf, usageOf } from "../support/native-client.ts";

const WEBSITE_KEYS = ["first-website-key".repeat(2), "second-website-key".repeat(2)] as const;
const parseProvisioned = checked(ProvisionResponse);
const parseStats = checked(WebsiteStatsResponse);
const parseContact = checked(ContactResponse);
const parseContacts = checked(AdminContactsResponse);

describeWithServer("postgres", "The website's endpoints", () => {
  const settings = { WEBSITE_KEYS: WEBSITE_KEYS.join(",") };
  const { one, gateway, admin, admined, eventsOf } = openAdminSuite(settings);

  const post = (path: string, body: object, key: string = WEBSITE_KEYS[0]) =>
    request(one().app).post(`/api/v1/website/${path}`).set("x-website-key", key).send(body);
  const stats = async (key: string = WEBSITE_KEYS[0]) =>
    await request(one().app).get("/api/v1/website/stats").set("x-website-key", key);

  // @spec AUTH-6
  test("The website's endpoints accept both website keys but no admin key, and the administration refuses a website key", async () => {
    for (const key of WEBSITE_KEYS) expect((await stats(key)).status).toBe(200);
    for (const key of [ADMIN_KEYS[0], "", WEBSITE_KEYS.join(",")])
      expect(codeOf(await stats(key))).toEqual([401, "website_unauthorized"]);
    const refused = await admin("get", "/stats", undefined, WEBSITE_KEYS[0]);
    expect(codeOf(refused)).toEqual([401, "admin_unauthorized"]);
  });

  // @spec END-4
  test("The website can create a customer with a tier, but a known customer is not changed and gets no key", async () => {
    const email = freshEmail();
    const created = await post("provision", { email, tier: "pro" });
    expect(created.status).toBe(201);
    const { api_key, customer_id } = parseProvisioned(created.body);
    expect(await usageOf(one(), api_key)).toMatchObject({ tier: "pro" });
    const again = await post("provision", { email, tier: "enterprise" });
    expect(codeOf(again)).toEqual([409, "customer_exists"]);
    expect(again.text).not.toContain("api_key");
    const { tier, keys } = await admined("get", `/customers/${customer_id}`);
    expect([tier, keys.length]).toEqual(["pro", 1]);
    const by = { changed_by: expect.stringMatching(/^website:[0-9a-f]{8}$/) };
    const events = await eventsOf(customer_id);
    expect(events.map(({ event_type }) => event_type).sort()).toEqual([
      "ACCOUNT_CREATED",
      "KEY_ISSUED",
    ]);
    for (const { payload } of events) expect(payload).toMatchObject(by);
  });

  test("The website's statistics count customers and requests", async () => {
    const before = parseStats((await stats()).body);
    const { customerId } = await one().provision();
    const insert =
      "insert into usage_monthly (customer_id, month, class, used) values ($1, $2, 'standard', $3)";
    await gateway().owner.execute(insert, [customerId, "2026-11-01", 5]);
    await gateway().owner.execute(insert, [customerId, "2026-10-01", 7]);
    expect(parseStats((await stats()).body)).toEqual({
      customers: before.customers + 1,
      requests_this_month: before.requests_this_month + 5,
      requests: before.requests + 12,
    });
  });

  // @spec END-2
  test("A contact message is stored sealed for 90 days, and administrators can read and delete it", async () => {
    const message = { email: "canary.person@example.com", name: "Ann Weber", message: "Call me" };
    const response = await post("contact", message);
    expect(response.status).toBe(201);
    const { contact_id, kept_until } = parseContact(response.body);
    const rows = await gateway().owner.query<{ text: string; createdAt: Date }>(
      `select c::text as text, created_at as "createdAt" from contacts c`,
    );
    expect(rows).toHaveLength(1);
    for (const planted of Object.values(message)) {
      expect(rows[0]?.text).not.toContain(planted);
      expect(rows[0]?.text).not.toContain(Buffer.from(planted).toString("hex"));
      expect(JSON.stringify(one().seen)).not.toContain(planted);
    }
    const createdMs = rows[0]?.createdAt.getTime() ?? 0;
    expect(Date.parse(kept_until) - createdMs).toBe(90 * 24 * 60 * 60 * 1000);
    const { contacts } = parseContacts(await admined("get", "/contacts"));
    expect(contacts).toEqual([
      { ...message, contact_id, kept_until, created_at: new Date(createdMs).toISOString() },
    ]);
    expect((await admin("delete", `/contacts/${contact_id}`)).status).toBe(204);
    expect(codeOf(await admin("delete", `/contacts/${contact_id}`))).toEqual([404, "not_found"]);
    expect(await admined("get", "/contacts")).toEqual({ contacts: [] });
  });

  test.each([
    ["provision", { tier: "pro" }, "missing_field"],
    ["provision", { email: "x", tier: "pro" }, "invalid_field"],
    ["contact", { email: "a@b.example" }, "missing_field"],
    ["contact", { email: "a@b.example", message: "" }, "invalid_field"],
    ["contact", { email: "x", message: "x" }, "invalid_field"],
    ["contact", { email: "a@b.example", message: "x".repeat(5_001) }, "invalid_field"],
    ["contact", { email: "a@b.example", message: "x", phone: "1" }, "invalid_field"],
  ])("POST /api/v1/website/%s with the body %j gets %s", async (path, body, code) => {
    expect(codeOf(await post(path, body))).toEqual([400, code]);
  });
});
