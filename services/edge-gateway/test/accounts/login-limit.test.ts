import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { describeWithServer } from "@veil/testing";
import request from "supertest";
import { freshAddress, freshEmail } from "../support/fresh.ts";
import { codeOf } from "../support/native-client.ts";
import { logInAt, setPassword } from "../support/session-client.ts";
import { startTestGateway, type TestGateway } from "../support/test-gateway.ts";

const PASSWORD = "correct horse battery staple";
const PER_MINUTE = 5;
const PER_HOUR = 3;

let gateway: TestGateway;
let email = "";
let from = "";
let customer: Awaited<ReturnType<TestGateway["provision"]>>;
beforeAll(async () => {
  gateway = await startTestGateway({ TRUST_PROXY: "1", LOGIN_FAILURES_PER_HOUR: String(PER_HOUR) });
});
afterAll(() => gateway.close());
beforeEach(async () => {
  [email, from] = [freshEmail(), freshAddress()];
  customer = await gateway.provision({ email });
});

const fail = (address = from) => logInAt(gateway, { api_key: "svc_" }, { from: address });
const failAs = (address: string) => logInAt(gateway, { email: address, password: "wrong" });
const succeed = (address = from) =>
  logInAt(gateway, { api_key: customer.apiKey }, { from: address });

describeWithServer("postgres", "Failed logins", () => {
  // @spec ERR-19
  test("failed logins are limited per minute and address; at the limit that address cannot log in, but others can", async () => {
    for (let count = 0; count < PER_MINUTE; count++) expect((await fail()).status).toBe(401);
    for (const refused of [await fail(), await succeed()]) {
      expect(codeOf(refused)).toEqual([429, "rate_limited"]);
      const seconds = Number(refused.headers["retry-after"]);
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(60);
      expect(refused.body.retry_after_seconds).toBe(seconds);
    }
    expect((await succeed(freshAddress())).status).toBe(200);
  });

  test("failed logins are limited even when they arrive at the same time", async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => fail()));
    expect(all.filter(({ status }) => status === 401)).toHaveLength(PER_MINUTE);
  });

  test("successful logins, invalid requests and refused developer keys do not count as failed logins", async () => {
    const developer = await gateway.provision({ email, family: "gw_live", developer: true });
    for (let count = 0; count <= PER_MINUTE; count++) {
      expect((await succeed()).status).toBe(200);
      expect((await logInAt(gateway, {}, { from })).status).toBe(400);
      const refused = await logInAt(gateway, { api_key: developer.apiKey }, { from });
      expect(refused.status).toBe(403);
    }
  });

  test("failed logins are limited per hour and account across all addresses, even for unknown accounts; a key still opens a session", async () => {
    await setPassword(gateway, customer.customerId, PASSWORD);
    for (const address of [email, freshEmail()]) {
      for (let count = 0; count < PER_HOUR; count++)
        expect(codeOf(await failAs(address))).toEqual([401, "invalid_credentials"]);
      expect(codeOf(await failAs(address.toUpperCase()))).toEqual([429, "rate_limited"]);
    }
    const right = await logInAt(gateway, { email, password: PASSWORD });
    expect(codeOf(right)).toEqual([429, "rate_limited"]);
    expect(Number(right.headers["retry-after"])).toBeGreaterThan(60);
    expect((await succeed()).status).toBe(200);
  });

  test("failed logins are counted in veil_login_failures_total", async () => {
    await fail();
    await failAs(email);
    const { text } = await request(gateway.opsApp).get("/metrics");
    for (const kind of ["api_key", "password"])
      expect(text).toMatch(
        new RegExp(`veil_login_failures_total\\{credentials="${kind}",[^}]*\\} [1-9]`),
      );
  });
});
