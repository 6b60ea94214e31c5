import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { systemRandomBytes } from "@veil/crypto";
import type { Database } from "@veil/postgres-kit";
import { describeWithServer } from "@veil/testing";
import { testEvent } from "../../../../test/support/admission.ts";
import { freshEmail } from "../../../../test/support/fresh.ts";
import {
  type GatewayDatabase,
  openGatewayDatabase,
} from "../../../../test/support/gateway-database.ts";
import { parseDataKeys } from "../../../platform/data-keys.ts";
import { createPostgresAccounts } from "../customers/postgres-accounts.ts";
import { createAccountSecrets } from "../keys/account-secrets.ts";
import { createPostgresApiKeys } from "../keys/postgres-api-keys.ts";
import { provision } from "../registration/provisioner.ts";
import { NO_PASSWORD } from "./password-hash.ts";
import { createPostgresPasswords } from "./postgres-passwords.ts";
import { createPostgresSessions } from "./postgres-sessions.ts";
import { type Credentials, createSessionManager } from "./session-manager.ts";

const secrets = createAccountSecrets({
  peppers: "11".repeat(32),
  dataKeys: parseDataKeys("33".repeat(32)),
});
const email = freshEmail();
const stored = "the stored hash";
const right = { kind: "password", email, password: "right" } as const;

let compared: (readonly [string, string])[];
let hits: number;
let failed: string[];
let start: (credentials: Credentials) => Promise<unknown>;
let breakDown: Error | undefined;

let opened: GatewayDatabase;
beforeAll(async () => {
  opened = await openGatewayDatabase();
  const { customerId } = await provision(
    { email, tier: "pro", family: "svc", developer: false },
    depsOn(opened.database),
  );
  await createPostgresPasswords(opened.database).set(customerId, stored, testEvent());
});
afterAll(() => opened.close());

const depsOn = (database: Database) => ({
  accounts: createPostgresAccounts(database),
  apiKeys: createPostgresApiKeys(database),
  sessions: createPostgresSessions(database),
  passwords: createPostgresPasswords(database),
  ...{ secrets, random: systemRandomBytes, nowMs: Date.now },
});

beforeEach(() => {
  [compared, hits, failed, breakDown] = [[], 0, [], undefined];
  const manager = createSessionManager({
    ...depsOn(opened.database),
    authenticator: { identify: async () => undefined },
    async isPassword(password, hash) {
      if (breakDown !== undefined) throw breakDown;
      compared.push([password, hash]);
      return password === "right" && hash === stored;
    },
    onFailed: (kind) => failed.push(kind),
    keysSignIn: true,
  });
  const budget = {
    consume: async () => void hits++,
    refund: async () => void hits--,
  };
  start = (credentials) => manager.start(credentials, budget, "req_1");
});

describeWithServer("postgres", "A login by password", () => {
  test("A login with an unknown address does the same work as one with a wrong password", async () => {
    for (const credentials of [
      { ...right, password: "wrong" },
      { ...right, email: freshEmail() },
      { ...right, email: "not an address" },
    ])
      await expect(start(credentials)).rejects.toMatchObject({ code: "invalid_credentials" });
    expect(compared).toEqual([
      ["wrong", stored],
      ["right", NO_PASSWORD],
      ["right", NO_PASSWORD],
    ]);
    expect(failed).toEqual(["password", "password", "password"]);
    expect(hits).toBe(3);
  });

  test("A login does not count as failed when it succeeds or when it could not be checked", async () => {
    expect(await start(right)).toMatchObject({ caller: { email, keyId: undefined } });
    expect(hits).toBe(0);
    breakDown = new Error("the database is down");
    await expect(start(right)).rejects.toBe(breakDown);
    expect([hits, failed]).toEqual([0, []]);
  });
});
