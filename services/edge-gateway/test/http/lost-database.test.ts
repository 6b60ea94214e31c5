import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { errorsOf, OPERATIONS, type Operation } from "@veil/contracts/openapi";
import { systemRandomBytes } from "@veil/crypto";
import request from "supertest";
import { mintApiKey } from "../../src/modules/accounts/keys/api-key.ts";
import { callOperation } from "../support/endpoint-call.ts";
import { OWN_ORIGIN } from "../support/session-client.ts";
import { startGatewayOn } from "../support/test-gateway.ts";

const OPERATOR = "the-key-of-an-operator".repeat(2);
const OPERATORS_HOST = "127.0.0.1:8080";
const SESSION = { cookie: `svc_session=${"a".repeat(43)}`, origin: OWN_ORIGIN };
const KEY = mintApiKey("svc", systemRandomBytes).text;

/** Credentials of valid form, which only the database could confirm or refuse. */
const CREDENTIALS: Readonly<Record<Operation["access"], Record<string, string>>> = {
  none: SESSION,
  key: { "x-api-key": KEY },
  "key or session": { "x-api-key": KEY },
  session: SESSION,
  admin: { "x-admin-key": OPERATOR, host: OPERATORS_HOST },
  website: { "x-website-key": OPERATOR },
};

/**
 * Valid bodies for endpoints without a key. Endpoints with a key do not read the body in this test.
 */
const BODIES: Readonly<Record<string, object>> = {
  register: { email: "ann@example.org" },
  logIn: { api_key: KEY },
  adminProvisionCustomer: { email: "ann@example.org", tier: "pro" },
  adminFindCustomer: { email: "ann@example.org" },
  adminChangeCustomer: { tier: "pro" },
  adminCreateEntityList: { kind: "deny", entries: [{ value: "Heron" }] },
  adminReplaceEntityList: { kind: "deny", entries: [{ value: "Heron" }] },
  adminSetPassword: { password: "correct horse battery" },
  websiteProvision: { email: "ann@example.org", tier: "pro" },
  websiteContact: { email: "ann@example.org", message: "Please call." },
};

let gateway: Awaited<ReturnType<typeof startGatewayOn>>;
beforeAll(async () => {
  gateway = await startGatewayOn("postgres://127.0.0.1:1/none", {
    ...{ ADMIN_KEYS: OPERATOR, WEBSITE_KEYS: OPERATOR, VEIL_ENABLED: "true" },
    ...{ RESPONSES_ENABLED: "true", OPERATOR_HOSTS: OPERATORS_HOST },
  });
});
afterAll(() => gateway.close());

describe("When the database is down", () => {
  // A callback needs a sign-in that was started, as in oidc.test.
  const needing = OPERATIONS.filter(
    (operation) =>
      errorsOf(operation).includes("inference_service_unavailable") &&
      operation.id !== "finishSignIn",
  );

  // @spec END-5 ERR-25
  test.each(needing.map((operation) => [operation.id, operation] as const))(
    "when the database is down, an operation that needs it gets 503 inference_service_unavailable: %s",
    async (id, operation) => {
      const { status, body, headers } = await callOperation(
        gateway,
        operation,
        CREDENTIALS[operation.access],
        BODIES[id],
      );
      expect([status, body.error]).toEqual([503, "inference_service_unavailable"]);
      expect(body.retry_after_seconds).toBe(5);
      expect(headers["retry-after"]).toBe("5");
    },
  );

  // @spec END-7
  test("when the database is down, GET /ready responds 503 with the failed check", async () => {
    const { status, body } = await request(gateway.app).get("/ready");
    expect(status).toBe(503);
    expect(body.checks).toContainEqual({ name: "database", ok: false });
  });

  test("when the database is down, GET /metrics responds without the backlog, and with the other metrics", async () => {
    const { status, text } = await request(gateway.opsApp).get("/metrics");
    expect(status).toBe(200);
    expect(text).not.toMatch(/^veil_backlog_waiting\{/m);
    expect(text).toMatch(/^veil_isolation_verdict\{/m);
  });

  test.each(["/health", "/invariant"])(
    "when the database is down, GET %s responds 200",
    async (path) => {
      expect((await request(gateway.app).get(path)).status).toBe(200);
    },
  );
});
