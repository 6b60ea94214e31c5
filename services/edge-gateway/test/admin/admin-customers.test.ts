import { expect, test } from "@jest/globals";
import { checked } from "@veil/contracts/parsing";
import {
  AdminCustomerDetails,
  AdminCustomersResponse,
  ProvisionResponse,
} from "@veil/contracts/public/admin";
import { describeWithServer } from "@veil/testing";
import request from "supertest";
import { ADMIN_KEYS, openAdminSuite } from "../support/admin-suite.ts";
import { freshEmail } from "../support/fresh.ts";
import { codeOf, usageOf } from "../support/native-client.ts";

const REFUSED = [400, "invalid_field"] as const;
/** Times before 2000 and after 2099, and times that `Date` cannot read. */
const OUT_OF_RANGE = [
  "1999-12-31T23:59:59Z",
  "2100-01-01T00:00:00Z",
  "0001-01-01T00:00:00Z",
  "9999-12-31T23:59:59Z",
  "2027-01-31",
  "2027-02-30T00:00:00Z",
  "2027-01-31T00:00:00",
  "2027-01-31T00:00:00+01",
  "2026-12-31T23:59:60Z",
] as const;

const parseDetails = checked(AdminCustomerDetails);
const parsePage = checked(AdminCustomersResponse);
const parseProvisioned = checked(ProvisionResponse);
const UNKNOWN = `/customers/cus_${"0".repeat(40)}`;

describeWithServer("postgres", "Customers in the administration", () => {
  const { gateway, one, admin, admined, eventsOf } = openAdminSuite();

  async function provisioned(order: object = {}) {
    return parseProvisioned(
      await admined("post", "/customers", { email: freshEmail(), tier: "pro", ...order }),
    );
  }

  async function allPages(limit: number, between: () => Promise<unknown> = async () => {}) {
    const ids: string[] = [];
    let query = `?limit=${limit}`;
    for (;;) {
      const { customers, next_cursor } = parsePage(await admined("get", `/customers${query}`));
      expect(customers.length).toBeLessThanOrEqual(limit);
      ids.push(...customers.map(({ customer_id }) => customer_id));
      if (next_cursor === undefined) return ids;
      query = `?limit=${limit}&cursor=${next_cursor}`;
      await between();
    }
  }

  // @spec AUTH-4
  test("Both admin keys are accepted, and no other key", async () => {
    for (const key of ADMIN_KEYS)
      expect((await admin("get", "/stats", undefined, key)).status).toBe(200);
    for (const key of [ADMIN_KEYS.join(","), ADMIN_KEYS[0].slice(1), `${ADMIN_KEYS[0]} x`])
      expect(codeOf(await admin("get", "/stats", undefined, key))).toEqual([
        401,
        "admin_unauthorized",
      ]);
    const without = await one().replica({ ADMIN_KEYS: "" });
    const refused = await request(without.app)
      .get("/api/v1/admin/stats")
      .set("x-admin-key", ADMIN_KEYS[0]);
    expect(codeOf(refused)).toEqual([401, "admin_unauthorized"]);
    await without.close();
  });

  // @spec END-2
  test("When a customer is created, then the key works; creating it a second time returns the same customer", async () => {
    const email = freshEmail();
    const order = { email, tier: "pro", company: "Example GmbH", provider_key: "sk-own-key" };
    const response = await admin("post", "/customers", order);
    expect(response.status).toBe(201);
    const first = parseProvisioned(response.body);
    expect(await usageOf(one(), first.api_key)).toMatchObject({ tier: "pro", managed_ai: false });
    const again = await admin("post", "/customers", { email, tier: "enterprise" });
    expect(again.status).toBe(200);
    const second = parseProvisioned(again.body);
    expect(second).toMatchObject({ customer_id: first.customer_id, created: false });
    expect(await usageOf(one(), first.api_key)).toMatchObject({ tier: "enterprise" });
    const details = parseDetails(await admined("get", `/customers/${first.customer_id}`));
    expect(details).toMatchObject({
      email,
      company: "Example GmbH",
      tier: "enterprise",
      managed_ai: false,
      provider: "openai",
      has_password: false,
      used: 0,
    });
    expect(details.keys.map(({ key_id }) => key_id).sort()).toEqual(
      [first.key_id, second.key_id].sort(),
    );
    const found = parseDetails(await admined("post", "/customers/search", { email }));
    expect(found.customer_id).toBe(first.customer_id);
  });

  test("A customer can be created with an expired license, a developer key and managed AI", async () => {
    const { customer_id, api_key } = await provisioned({
      license_expires_at: "2020-01-31T00:00:00Z",
      managed_ai: true,
      key_family: "gw_live",
      developer: true,
    });
    expect(await usageOf(one(), api_key)).toMatchObject({ managed_ai: true, audit_export: false });
    const details = parseDetails(await admined("get", `/customers/${customer_id}`));
    expect(details).toMatchObject({ license_expires_at: "2020-01-31T00:00:00.000Z" });
    expect(details.keys).toMatchObject([{ family: "gw_live", class: "developer" }]);
  });

  test("Pages contain each customer once, even if customers have the same creation time or are added between two pages", async () => {
    for (let count = 0; count < 7; count++) await provisioned();
    const moment = "update customers set created_at = '2026-11-20T00:00:00.123456Z'";
    await gateway().owner.execute(moment);
    const before = (
      await gateway().owner.query<{ id: string }>(
        "select customer_id as id from customers order by customer_id desc",
      )
    ).map(({ id }) => id);
    expect(await allPages(3, () => provisioned())).toEqual(before);
    const all = await allPages(200);
    expect(all).toHaveLength(new Set(all).size);
    expect(all.slice(-before.length)).toEqual(before);
  });

  test("A change of a customer applies at once, is logged with its field names, and changes nothing else", async () => {
    const { customer_id, api_key } = await provisioned({ provider_key: "sk-own-key" });
    const path = `/customers/${customer_id}`;
    const expired = { tier: "enterprise", license_expires_at: "2026-11-01T00:00:00Z" };
    expect(await admined("patch", path, expired)).toMatchObject({ tier: "enterprise" });
    expect(await usageOf(one(), api_key)).toMatchObject({ tier: "enterprise", managed_ai: false });
    const lists = () =>
      request(one().app).get("/api/v1/account/entity-lists").set("x-api-key", api_key);
    expect(codeOf(await lists())).toEqual([403, "license_expired"]);
    const open = parseDetails(await admined("patch", path, { license_expires_at: null }));
    expect(open).not.toHaveProperty("license_expires_at");
    expect(open).toMatchObject({ tier: "enterprise", provider: "openai" });
    expect((await lists()).status).toBe(200);
    await admined("patch", path, { managed_ai: true });
    expect(await usageOf(one(), api_key)).toMatchObject({ managed_ai: true });
    await admined("patch", path, { tier: "enterprise", managed_ai: true });
    const changes = (await eventsOf(customer_id)).filter(
      ({ event_type }) => event_type === "ACCOUNT_CHANGED",
    );
    const by = { changed_by: expect.stringMatching(/^admin:[0-9a-f]{8}$/) };
    expect(changes.map(({ payload }) => payload)).toEqual(
      expect.arrayContaining([
        { tier: "enterprise", changed_fields: "tier,license_expires_at", ...by },
        { changed_fields: "license_expires_at", ...by },
        { changed_fields: "managed_ai", ...by },
      ]),
    );
    expect(changes).toHaveLength(3);
    for (const { request_id } of changes) expect(request_id).toMatch(/^req_/);
  });

  test("A moved customer is in the new organization, and the move is in the logs of both organizations", async () => {
    const { customer_id } = await provisioned();
    const path = `/customers/${customer_id}`;
    const { org_id: from } = parseDetails(await admined("get", path));
    const { org_id: to } = await admined("post", "/organizations");
    expect(await admined("patch", path, { org_id: to })).toMatchObject({ org_id: to });
    expect(await admined("get", `/organizations/${to}`)).toMatchObject({ customer_count: 1 });
    expect(await admined("get", `/organizations/${from}`)).toMatchObject({ customer_count: 0 });
    const moves = (await eventsOf(customer_id)).filter(
      ({ event_type }) => event_type === "ADMIN_CUSTOMER_MOVED",
    );
    expect(new Set(moves.map(({ scope }) => scope)).size).toBe(2);
    const unknown = await admin("patch", path, { tier: "free", org_id: `org_${"0".repeat(32)}` });
    expect(codeOf(unknown)).toEqual([400, "invalid_field"]);
    expect(parseDetails(await admined("get", path))).toMatchObject({ tier: "pro", org_id: to });
  });

  test.each([
    ["post", "/customers", { tier: "pro" }, 400, "missing_field"],
    ["post", "/customers", { email: "x", tier: "pro" }, 400, "invalid_field"],
    ["post", "/customers", { email: "a@b.example", tier: "gold" }, 400, "invalid_field"],
    [
      "post",
      "/customers",
      { email: "a@b.example", tier: "pro", developer: true },
      400,
      "invalid_field",
    ],
    [
      "post",
      "/customers",
      { email: "a@b.example", tier: "pro", provider_key: "no" },
      400,
      "invalid_field",
    ],
    [
      "post",
      "/customers",
      { email: "a@b.example", tier: "pro", managed_ai: true, provider_key: "sk-1" },
      400,
      "invalid_field",
    ],
    [
      "post",
      "/customers",
      { email: "a@b.example", tier: "pro", license_expires_at: "soon" },
      400,
      "invalid_field",
    ],
    ...OUT_OF_RANGE.flatMap(
      (license_expires_at) =>
        [
          [
            "post",
            "/customers",
            { email: "a@b.example", tier: "pro", license_expires_at },
            ...REFUSED,
          ],
          ["patch", UNKNOWN, { license_expires_at }, ...REFUSED],
        ] as const,
    ),
    ["post", "/customers/search", { email: "unknown@example.com" }, 404, "not_found"],
    ["get", UNKNOWN, undefined, 404, "not_found"],
    ["patch", UNKNOWN, { tier: "pro" }, 404, "not_found"],
    ["patch", UNKNOWN, {}, 400, "invalid_field"],
    ["patch", UNKNOWN, { tier: null }, 400, "invalid_field"],
    ["get", "/customers/x", undefined, 404, "not_found"],
    ["get", "/organizations/x", undefined, 404, "not_found"],
    ["get", "/customers?limit=0", undefined, 400, "invalid_field"],
    ["get", "/customers?limit=201", undefined, 400, "invalid_field"],
    ["get", "/customers?limit=1&limit=2", undefined, 400, "invalid_field"],
    ["get", "/customers?cursor=AAAA", undefined, 400, "invalid_field"],
    ["get", "/customers?page=2", undefined, 400, "invalid_field"],
    ["delete", "/customers", undefined, 405, "method_not_allowed"],
  ] as const)("%s %s with the body %j gets %i %s", async (method, path, body, status, code) => {
    expect(codeOf(await admin(method, path, body))).toEqual([status, code]);
  });
});
