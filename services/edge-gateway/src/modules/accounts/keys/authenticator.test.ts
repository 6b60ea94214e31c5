import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { systemRandomBytes } from "@veil/crypto";
import { describeWithServer } from "@veil/testing";
import { bindKey } from "../../../../test/support/changes.ts";
import { endKey } from "../../../../test/support/end-key.ts";
import { freshEmail } from "../../../../test/support/fresh.ts";
import {
  type GatewayDatabase,
  openGatewayDatabase,
} from "../../../../test/support/gateway-database.ts";
import { parseDataKeys } from "../../../platform/data-keys.ts";
import { createPostgresAccounts } from "../customers/postgres-accounts.ts";
import type { ApiKeys } from "../ports.ts";
import { newAccount, newApiKey } from "../registration/new-account.ts";
import { createAccountSecrets } from "./account-secrets.ts";
import { mintApiKey } from "./api-key.ts";
import { createAuthenticator } from "./authenticator.ts";
import type { CustomerId } from "./caller.ts";
import { createPostgresApiKeys } from "./postgres-api-keys.ts";

const random = systemRandomBytes;
const dataKeys = parseDataKeys("33".repeat(32));
const OLD = `1:${"11".repeat(32)}`;
const BOTH = `${OLD},2:${"22".repeat(32)}`;

let opened: GatewayDatabase;
beforeAll(async () => {
  opened = await openGatewayDatabase();
});
afterAll(() => opened.close());

async function setUp() {
  const accounts = createPostgresAccounts(opened.database);
  const apiKeys = createPostgresApiKeys(opened.database);
  const secrets = createAccountSecrets({ peppers: OLD, dataKeys });
  const { minted, stored } = newApiKey({ family: "svc", developer: false }, { secrets, random });
  const input = { email: freshEmail(), tier: "free", managedAi: true, apiKey: stored } as const;
  await accounts.create(newAccount(input, { secrets, random }), []);
  const clock = { ms: Date.parse("2026-11-21T08:00:00Z") };
  const counted = countLookUps(apiKeys);
  const failures: unknown[] = [];
  const open = (peppers: string, keys: ApiKeys = counted.apiKeys) =>
    createAuthenticator({
      apiKeys: keys,
      secrets: createAccountSecrets({ peppers, dataKeys }),
      random,
      nowMs: () => clock.ms,
      onUnrecorded: (error) => failures.push(error),
    });
  return { apiKeys, counted, minted, clock, open, failures };
}

function countLookUps(apiKeys: ApiKeys) {
  const counted = {
    lookUps: 0,
    apiKeys: {
      ...apiKeys,
      find: (keyId: string) => {
        counted.lookUps += 1;
        return apiKeys.find(keyId);
      },
    },
  };
  return counted;
}

describeWithServer("postgres", "Authenticator", () => {
  test("a key with a wrong checksum is refused without a look-up, and an unknown key is refused after one look-up", async () => {
    const { open, counted, minted } = await setUp();
    const authenticator = open(OLD);
    expect(await authenticator.identify(`${minted.text.slice(0, -1)}!`)).toBeUndefined();
    expect(counted.lookUps).toBe(0);
    expect(await authenticator.identify(mintApiKey("svc", random).text)).toBeUndefined();
    expect(counted.lookUps).toBe(1);
  });

  test("a key that has only the public id in common with a stored key is refused", async () => {
    const { open, minted } = await setUp();
    const forged = mintApiKey("svc", (size) =>
      size === 8 ? bytesOf(minted.keyId) : systemRandomBytes(size),
    );
    expect(forged.keyId).toBe(minted.keyId);
    expect(await open(OLD).identify(forged.text)).toBeUndefined();
  });

  test("a key is cached for exactly five seconds", async () => {
    const { open, counted, minted, clock } = await setUp();
    const authenticator = open(OLD);
    await authenticator.identify(minted.text);
    clock.ms += 4_999;
    await authenticator.identify(minted.text);
    expect(counted.lookUps).toBe(1);
    clock.ms += 1;
    await authenticator.identify(minted.text);
    expect(counted.lookUps).toBe(2);
  });

  test("When a key is revoked, this replica refuses it at once and another replica within five seconds", async () => {
    const { open, apiKeys, minted, clock } = await setUp();
    const [here, elsewhere] = [open(OLD), open(OLD)];
    const caller = await here.identify(minted.text);
    if (caller === undefined) throw new Error("The key was refused");
    await elsewhere.identify(minted.text);
    await endKey(apiKeys, caller, new Date(clock.ms));
    here.forgetCustomer(caller.customerId);
    expect(await here.identify(minted.text)).toBeUndefined();
    expect(await elsewhere.identify(minted.text)).toBeDefined();
    clock.ms += 5_000;
    expect(await elsewhere.identify(minted.text)).toBeUndefined();
  });

  test("When a customer is forgotten, only that customer's keys are looked up again", async () => {
    const { open, apiKeys, counted, minted } = await setUp();
    const authenticator = open(OLD);
    const caller = await authenticator.identify(minted.text);
    if (caller === undefined) throw new Error("The key was refused");
    authenticator.forgetCustomer(`${caller.customerId}0` as CustomerId);
    await authenticator.identify(minted.text);
    expect(counted.lookUps).toBe(1);
    await bindKey(apiKeys, minted.keyId, { may_allow: true });
    authenticator.forgetCustomer(caller.customerId);
    const again = await authenticator.identify(minted.text);
    expect(again).toMatchObject({ entityPolicy: { may_allow: true } });
  });

  test("When a customer is forgotten during a look-up, the result of the look-up is not cached", async () => {
    const { open, apiKeys, minted } = await setUp();
    const slow: ApiKeys = {
      ...apiKeys,
      async find(keyId) {
        const found = await apiKeys.find(keyId);
        // The change is made after the look-up has read the key and before its result is cached.
        await bindKey(apiKeys, minted.keyId, { may_allow: true });
        if (found !== undefined) authenticator.forgetCustomer(found.customerId);
        return found;
      },
    };
    const authenticator = open(OLD, slow);
    expect((await authenticator.identify(minted.text))?.entityPolicy).toBeUndefined();
    expect((await authenticator.identify(minted.text))?.entityPolicy).toBeDefined();
  });

  test("When a key is used, its hash is replaced by one with the current pepper, so that the old pepper can be removed", async () => {
    const { open, apiKeys, minted } = await setUp();
    expect(await open(BOTH).identify(minted.text)).toBeDefined();
    expect((await apiKeys.find(minted.keyId))?.hash.version).toBe(2);
    expect(await open(BOTH.slice(OLD.length + 1)).identify(minted.text)).toBeDefined();
  });

  test("When the use of a key cannot be recorded, the caller is still admitted and the failure is reported", async () => {
    const { open, apiKeys, minted, failures } = await setUp();
    const error = new Error("read-only");
    const readOnly = { ...apiKeys, recordUse: () => Promise.reject(error) };
    expect(await open(OLD, readOnly).identify(minted.text)).toBeDefined();
    expect(failures).toEqual([error]);
  });

  test("all keys of an organization have the same scope", async () => {
    const { open, apiKeys, minted } = await setUp();
    const first = await open(OLD).identify(minted.text);
    const secrets = createAccountSecrets({ peppers: OLD, dataKeys });
    const second = newApiKey({ family: "gw_live", developer: true }, { secrets, random });
    if (first === undefined) throw new Error("The key was refused");
    const issued = {
      ...second.stored,
      createdAt: new Date(),
      entityPolicy: undefined,
      callPolicy: undefined,
    };
    await apiKeys.change(first.customerId, () => ({ issued, events: [] }));
    const other = await open(OLD).identify(second.minted.text);
    expect(other).toMatchObject({ scope: first.scope, developer: true });
    expect(first.scope).toMatch(/^[0-9a-f]{64}$/);
  });
});

function bytesOf(digits: string): Buffer {
  const all = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  return Buffer.from([...digits].map((digit) => all.indexOf(digit)));
}
