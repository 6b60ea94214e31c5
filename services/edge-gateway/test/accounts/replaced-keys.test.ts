import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { errorsOf, OPERATIONS, type Operation } from "@veil/contracts/openapi";
import { systemRandomBytes } from "@veil/crypto";
import { describeWithServer } from "@veil/testing";
import { keyOrder } from "../../src/modules/accounts/keys/key-changes.ts";
import { createKeyManagement } from "../../src/modules/accounts/keys/key-management.ts";
import { endKey } from "../support/end-key.ts";
import { callOperation } from "../support/endpoint-call.ts";
import { freshEmail } from "../support/fresh.ts";
import { callNatively, codeOf, finalOf, letterRequest } from "../support/native-client.ts";
import { logInAt, OWN_ORIGIN, sessionOf } from "../support/session-client.ts";
import { startTestGateway, type TestGateway } from "../support/test-gateway.ts";

const REPLACED = [403, "key_replaced"];
const HOUR_MS = 60 * 60 * 1_000;

/**
 * The operations that do not count as management: making calls, and reading their results and the
 * usage.
 */
const CALLS = [
  "proxyMessages",
  "readJob",
  "deleteJob",
  "readUsage",
  "createMessage",
  "createChatCompletion",
  "createResponse",
  "countTokens",
  "readModels",
  "readModel",
  "sendMcpMessage",
  "readCertificate",
  "readCertificateOpenings",
];

const takesKey = ({ access }: Operation) => access.startsWith("key");
const manages = (operation: Operation) => errorsOf(operation).includes("key_replaced");

let gateway: TestGateway;
let lasting: Awaited<ReturnType<TestGateway["provision"]>>;
let replaced: typeof lasting;
beforeAll(async () => {
  gateway = await startTestGateway({
    ...{ VEIL_ENABLED: "true", RESPONSES_ENABLED: "true", ACCOUNT_CALLS_PER_MINUTE: "10000" },
  });
});
afterAll(() => gateway.close());
beforeEach(async () => {
  const email = freshEmail();
  lasting = await gateway.provision({ email });
  replaced = await gateway.provision({ email, family: "gw_live" });
});

const withKey = ({ apiKey }: typeof lasting) => ({ "x-api-key": apiKey });

/** Replaces the key as another replica would, while this replica has cached the key as it was. */
async function replaceElsewhere(): Promise<void> {
  expect(await usageOf(replaced)).toEqual([200, undefined]);
  await endKey(gateway.stores.apiKeys, replaced, new Date(Date.now() + HOUR_MS), true);
}

const usageOf = async (key: typeof lasting) => await answer(operationOf("readUsage"), withKey(key));

async function answer(
  operation: Operation,
  headers: Readonly<Record<string, string>>,
  on: Pick<TestGateway, "app"> = gateway,
) {
  return codeOf(await callOperation(on, operation, headers));
}

function operationOf(id: string): Operation {
  const found = OPERATIONS.find((operation) => operation.id === id);
  if (found === undefined) throw new Error(`No operation ${id}`);
  return found;
}

describeWithServer("postgres", "Replaced keys", () => {
  describe("A key that has been replaced, until the end of its grace", () => {
    test("a replaced key may make calls and read their results and the usage; every other operation is management", () => {
      const open = OPERATIONS.filter((operation) => takesKey(operation) && !manages(operation));
      expect(open.map(({ id }) => id).toSorted()).toEqual(CALLS.toSorted());
    });

    // @spec DEC-15
    test.each(OPERATIONS.filter(takesKey).map((operation) => [operation.id, operation] as const))(
      "%s responds 403 key_replaced to a replaced key if it is management, and otherwise as it does to a key that was not replaced",
      async (_id, operation) => {
        await replaceElsewhere();
        const expected = manages(operation) ? REPLACED : await answer(operation, withKey(lasting));
        expect(await answer(operation, withKey(replaced))).toEqual(expected);
        if (!manages(operation)) expect(expected[0]).not.toBe(403);
      },
    );

    test("a replaced key can read the values of calls that it made, and delete the calls", async () => {
      await replaceElsewhere();
      const other = await gateway.replica({ VEIL_ENABLED: "false" });
      const called = finalOf(await callNatively(other, replaced.apiKey, letterRequest()));
      expect(called).toMatchObject({ relinked: true });
      const path = `/api/v1/proxy/jobs/${called.compliance_trace.job_id}`;
      const [readJob, deleteJob] = [operationOf("readJob"), operationOf("deleteJob")];
      const headers = withKey(replaced);
      expect(await answer({ ...readJob, path }, headers, other)).toEqual([200, undefined]);
      expect(await answer({ ...deleteJob, path }, headers, other)).toEqual([204, undefined]);
      await other.close();
    });

    test("a replaced key can use every MCP tool, because none of them is management", async () => {
      await replaceElsewhere();
      const send = async (method: string, params: object = {}) => {
        const message = { jsonrpc: "2.0", id: 1, method, params };
        return await callOperation(
          gateway,
          operationOf("sendMcpMessage"),
          withKey(replaced),
          message,
        );
      };
      const { body } = await send("tools/list");
      const names = body.result.tools.map(({ name }: { name: string }) => name);
      expect(names.toSorted()).toEqual([
        "get_certificate",
        "get_usage",
        "private_inference",
        "scan_text",
        "verify_certificate",
      ]);
      for (const name of names) {
        const { text } = await send("tools/call", { name, arguments: {} });
        expect(text).toContain('"result"');
        expect(text).not.toContain("key_replaced");
      }
    });

    // @spec DEC-15
    test("a replaced key opens no session, and the refusal does not count as a failed login", async () => {
      await replaceElsewhere();
      for (let count = 0; count < 6; count++) {
        const refused = await logInAt(gateway, { api_key: replaced.apiKey });
        expect(codeOf(refused)).toEqual(REPLACED);
        expect(refused.headers["set-cookie"]).toBeUndefined();
      }
      expect((await logInAt(gateway, { api_key: lasting.apiKey })).status).toBe(200);
    });

    // @spec DEC-15
    test("sessions that a key opened before it was replaced are no longer valid", async () => {
      const cookie = await sessionOf(gateway, { api_key: replaced.apiKey });
      await replaceElsewhere();
      for (const operation of OPERATIONS.filter(({ access }) => access.endsWith("session")))
        expect(await answer(operation, { cookie, origin: OWN_ORIGIN })).toEqual([
          401,
          "session_required",
        ]);
    });

    test("a request that passed the check before its key was replaced or revoked changes no key", async () => {
      const keys = createKeyManagement({
        apiKeys: gateway.stores.apiKeys,
        secrets: gateway.secrets,
        random: systemRandomBytes,
        onEnded: () => {},
      });
      const { customerId, keyId: byKeyId } = replaced;
      const [scope, subject] = ["0".repeat(64), "1".repeat(64)];
      const change = { customerId, scope, subject, byKeyId, now: new Date() };
      const attempts = () => [
        keys.issue(keyOrder({}, { tier: "pro" }), change),
        keys.rotate(byKeyId, { graceSeconds: 60 }, change),
        keys.revoke(lasting.keyId, {}, change),
      ];
      const refusals = async () =>
        (await Promise.allSettled(attempts())).map(
          (one) => one.status === "rejected" && one.reason.code,
        );
      await replaceElsewhere();
      expect(await refusals()).toEqual(Array(3).fill("key_replaced"));
      await endKey(gateway.stores.apiKeys, replaced, new Date());
      expect(await refusals()).toEqual(Array(3).fill("invalid_api_key"));
      expect(await keys.list(customerId)).toHaveLength(2);
    });
  });

  test("A key that replaces another can manage the account and open a session, and the session can manage the account as well", async () => {
    const rotate = {
      ...operationOf("rotateKey"),
      path: `/api/v1/account/keys/${lasting.keyId}/rotate`,
    };
    const { body } = await callOperation(gateway, rotate, withKey(lasting));
    const successor = { ...lasting, apiKey: String(body.api_key) };
    expect(await answer(operationOf("listKeys"), withKey(successor))).toEqual([200, undefined]);
    const cookie = await sessionOf(gateway, { api_key: successor.apiKey });
    expect(await answer(operationOf("listKeys"), { cookie })).toEqual([200, undefined]);
    expect(await answer(operationOf("listKeys"), withKey(lasting))).toEqual(REPLACED);
  });
});
