import { beforeEach, describe, expect, test } from "@jest/globals";
import { systemRandomBytes } from "@veil/crypto";
import { createMemoryAccounts } from "../../../../test/support/memory-accounts.ts";
import { createAccountSecrets } from "../keys/account-secrets.ts";
import { provision } from "../registration/provisioner.ts";
import { NO_PASSWORD } from "./password-hash.ts";
import { type Credentials, createSessionManager } from "./session-manager.ts";

const secrets = createAccountSecrets({ peppers: "11".repeat(32), dataKey: "33".repeat(32) });
const email = "ann@example.com";
const stored = "the stored hash";
const right = { kind: "password", email, password: "right" } as const;

let compared: (readonly [string, string])[];
let hits: number;
let failed: string[];
let start: (credentials: Credentials) => Promise<unknown>;
let breakDown: Error | undefined;

beforeEach(async () => {
  [compared, hits, failed, breakDown] = [[], 0, [], undefined];
  const memory = createMemoryAccounts();
  const deps = { ...memory, secrets, random: systemRandomBytes, nowMs: Date.now };
  const { customerId } = await provision(
    { email, tier: "pro", family: "svc", developer: false },
    deps,
  );
  const [event] = memory.events;
  if (event === undefined) throw new Error("No event");
  await memory.passwords.set(customerId, stored, event);
  const manager = createSessionManager({
    ...deps,
    authenticator: { identify: async () => undefined },
    async isPassword(password, hash) {
      if (breakDown !== undefined) throw breakDown;
      compared.push([password, hash]);
      return password === "right" && hash === stored;
    },
    onFailed: (kind) => failed.push(kind),
  });
  const allowance = {
    take: async () => void hits++,
    giveBack: async () => void hits--,
  };
  start = (credentials) => manager.start(credentials, allowance, "req_1");
});

describe("A login by password", () => {
  test("does the same work for an unknown address as for a wrong password", async () => {
    for (const credentials of [
      { ...right, password: "wrong" },
      { ...right, email: "bob@example.com" },
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

  test("that succeeds, and one that could not be checked, is no failed one", async () => {
    expect(await start(right)).toMatchObject({ caller: { email, keyId: undefined } });
    expect(hits).toBe(0);
    breakDown = new Error("the database is down");
    await expect(start(right)).rejects.toBe(breakDown);
    expect([hits, failed]).toEqual([0, []]);
  });
});
