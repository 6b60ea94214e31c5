import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { OPERATIONS, type Operation } from "@veil/contracts/openapi";
import { systemRandomBytes } from "@veil/crypto";
import { describeWithServer } from "@veil/testing";
import { mintApiKey } from "../../src/modules/accounts/keys/api-key.ts";
import { callOperation } from "../support/endpoint-call.ts";
import { freshAddress } from "../support/fresh.ts";
import { OWN_ORIGIN } from "../support/session-client.ts";
import { startTestGateway, type TestGateway } from "../support/test-gateway.ts";

const PER_MINUTE = 60;
const WRONG_KEY = { "x-api-key": mintApiKey("svc", systemRandomBytes).text };
const ENDED_SESSION = { cookie: `svc_session=${"a".repeat(43)}`, origin: OWN_ORIGIN };
const NO_OPERATOR = "no-operator-has-this-key".repeat(2);

/** An unknown credential for each kind of access to an endpoint. */
const WRONG: Readonly<Record<Exclude<Operation["access"], "none">, Record<string, string>>> = {
  key: WRONG_KEY,
  "key or session": WRONG_KEY,
  session: ENDED_SESSION,
  admin: { "x-admin-key": NO_OPERATOR },
  website: { "x-website-key": NO_OPERATOR },
};

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({
    ...{ TRUST_PROXY: "1", VEIL_ENABLED: "true", RESPONSES_ENABLED: "true" },
    OPERATOR_HOSTS: "127.0.0.1:8080",
  });
});
afterAll(() => gateway.close());

describeWithServer("postgres", "Failed credentials", () => {
  // @spec ERR-19
  test.each(Object.entries(WRONG))(
    "When an address has sent 60 wrong credentials in a minute, then the next gets 429 rate_limited at every endpoint (%s)",
    async (access, credential) => {
      const headers = { ...credential, "x-forwarded-for": freshAddress() };
      const operations = OPERATIONS.filter((operation) => operation.access === access);
      const send = async (operation: Operation) => await callOperation(gateway, operation, headers);
      for (let sent = 0; sent < PER_MINUTE; sent++)
        expect((await send(operations[sent % operations.length] as Operation)).status).toBe(401);
      for (const operation of operations) {
        const { status, body, headers: answered } = await send(operation);
        expect([operation.id, status, body.error]).toEqual([operation.id, 429, "rate_limited"]);
        expect(answered["retry-after"]).toBe(String(body.retry_after_seconds));
      }
    },
  );
});
