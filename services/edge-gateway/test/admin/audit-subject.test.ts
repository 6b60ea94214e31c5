import { expect, test } from "@jest/globals";
import { systemRandomBytes } from "@veil/crypto";
import { describeWithServer } from "@veil/testing";
import { createAuthenticator } from "../../src/modules/accounts/keys/authenticator.ts";
import { createPostgresApiKeys } from "../../src/modules/accounts/keys/postgres-api-keys.ts";
import { openAccountSuite } from "../support/account-suite.ts";

describeWithServer("postgres", "A customer's subject in the audit log", () => {
  const { gateway, one } = openAccountSuite();

  /** Returns the subject as read by a new replica, which has nothing in its cache. */
  async function subjectAtAReplica(apiKey: string): Promise<string | undefined> {
    const authenticator = createAuthenticator({
      apiKeys: createPostgresApiKeys(gateway().database),
      secrets: one().secrets,
      random: systemRandomBytes,
      nowMs: Date.now,
      onUnrecorded: () => undefined,
    });
    return (await authenticator.identify(apiKey))?.subject;
  }

  test("all keys of a customer have the same subject, and another customer has a different one", async () => {
    const email = "subject@example.com";
    const keys = [await one().provision({ email }), await one().provision({ email })];
    const [first, second] = await Promise.all(keys.map((key) => subjectAtAReplica(key.apiKey)));
    const other = await subjectAtAReplica((await one().provision()).apiKey);
    expect(first).toMatch(/^[0-9a-f]{64}$/);
    expect(second).toBe(first);
    expect(other).not.toBe(first);
  });

  test("When an earlier version created the customer, then the subject is created at the first use, and all replicas get the same", async () => {
    const { apiKey, customerId } = await one().provision();
    const forget = "update customers set subject_key_sealed = null where customer_id = $1";
    await gateway().owner.execute(forget, [customerId]);
    const replicas = Array.from({ length: 8 }, () => subjectAtAReplica(apiKey));
    const subjects = new Set(await Promise.all(replicas));
    expect(subjects.size).toBe(1);
    expect(await subjectAtAReplica(apiKey)).toBe([...subjects][0]);
    expect([...subjects][0]).toMatch(/^[0-9a-f]{64}$/);
  });
});
