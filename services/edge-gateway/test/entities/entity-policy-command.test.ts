import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { ConfigurationError } from "@veil/service-kit/config";
import { describeWithServer, until } from "@veil/testing";
import request from "supertest";
import { entityPolicyCommand } from "../../src/commands/entity-policy.ts";
import { openAccountSuite } from "../support/account-suite.ts";
import { endKey } from "../support/end-key.ts";
import { freshEmail } from "../support/fresh.ts";
import { printedBy } from "../support/printed.ts";

const folder = mkdtempSync(path.join(tmpdir(), "veil-policy-"));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;
function fileOf(content: unknown): string {
  files += 1;
  const file = path.join(folder, `${files}.json`);
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  return file;
}

describe("refused arguments of entity-policy", () => {
  const key = ["--key-id", "abcdEFGH"];
  test.each<[string, () => string[], string]>([
    ["no key", () => ["--show"], "--key-id must be the 8 characters"],
    ["a whole key", () => ["--key-id", "svc_abcdEFGHi", "--show"], "--key-id must be"],
    ["no action", () => key, "Use exactly one of --file, --clear and --show"],
    ["two actions", () => [...key, "--clear", "--show"], "Use exactly one of"],
    ["an unknown option", () => [...key, "--all"], "Bad arguments. Usage: entity-policy"],
    ["a missing file", () => [...key, "--file", "/none"], "cannot be read"],
    ["no JSON", () => [...key, "--file", fileOf("Anna Weber")], "it is not valid JSON"],
    [
      "an unknown type",
      () => [...key, "--file", fileOf({ types: { "Anna Weber": true } })],
      '--file is not a valid policy: Field "types" has an unknown key; use one of "PERSON", ',
    ],
    [
      "one type under two names",
      () => [...key, "--file", fileOf({ types: { EMAIL: true, EMAIL_ADDRESS: false } })],
      '--file is not a valid policy: Field "types" names EMAIL twice',
    ],
    [
      "values",
      () => [...key, "--file", fileOf({ allow: ["Anna Weber"] })],
      "--file is not a valid policy: The body has an unknown field",
    ],
    [
      "a threshold above 1",
      () => [...key, "--file", fileOf({ thresholds: { PERSON: 2 } })],
      'Field "thresholds" must be at most 1',
    ],
    [
      "the type LITERAL in may_keep",
      () => [...key, "--file", fileOf({ may_keep: ["LITERAL"] })],
      'Field "may_keep[0]" must be one of "PERSON", ',
    ],
    ["no settings", () => [...key, "--show"], "DATABASE_URL_FILE is required"],
  ])(
    "entity-policy refuses %s with a message that repeats no value",
    async (_what, argv, message) => {
      const refused = entityPolicyCommand({ NODE_ENV: "production" }, argv());
      await expect(refused).rejects.toThrow(ConfigurationError);
      await expect(refused).rejects.toThrow(message);
      await expect(refused).rejects.not.toThrow("Anna");
    },
  );
});

test("entity-policy --help prints its options and needs no settings", async () => {
  expect(await printedBy(() => entityPolicyCommand({}, ["--help"]))).toContain("may_keep");
});

/** The secrets of `startTestGateway`. */
const SECRETS = { PEPPER: "11".repeat(32), DATA_KEY: "33".repeat(32) };

describeWithServer("postgres", "entity-policy", () => {
  const { gateway, one } = openAccountSuite();

  const run = (...argv: string[]) =>
    printedBy(() =>
      entityPolicyCommand({ DATABASE_URL: gateway().urls.runtimeUrl, ...SECRETS }, argv),
    );

  const policyOf = async (apiKey: string) =>
    (await request(one().app).get("/api/v1/account/entity-policy").set("x-api-key", apiKey)).body;

  test("entity-policy sets, shows and clears the policy of one key only", async () => {
    const email = freshEmail();
    const [first, second] = [await one().provision({ email }), await one().provision({ email })];
    const key = ["--key-id", first.keyId];
    const policy = { types: { ORGANIZATION: true }, may_keep: ["LOCATION"], may_allow: true };
    expect(await run(...key, "--file", fileOf(policy))).toBe(`key ${first.keyId}: policy set\n`);
    expect(JSON.parse(await run(...key, "--show"))).toEqual(policy);
    const none = { types: { ORGANIZATION: false }, may_keep: [], may_allow: false };
    expect(await policyOf(first.apiKey)).toMatchObject(policy);
    expect(await policyOf(second.apiKey)).toMatchObject(none);
    await run(...key, "--clear");
    expect(JSON.parse(await run(...key, "--show"))).toEqual({});
    one().clock.ms += 5_000;
    expect(await policyOf(first.apiKey)).toMatchObject(none);
  });

  test("entity-policy stores the canonical names of types when the file has aliases", async () => {
    const { keyId } = await one().provision();
    const file = fileOf({
      types: { ORG: true },
      thresholds: { PHONE_NUMBER: 0.5 },
      may_keep: ["EMAIL_ADDRESS", "EMAIL", "AGE"],
    });
    await run("--key-id", keyId, "--file", file);
    expect(JSON.parse(await run("--key-id", keyId, "--show"))).toEqual({
      types: { ORGANIZATION: true },
      thresholds: { PHONE: 0.5 },
      may_keep: ["EMAIL", "AGE"],
    });
  });

  test("each change of a policy is in the audit log with ids, counts, the organization's scope and the customer's subject", async () => {
    const { keyId, apiKey, customerId } = await one().provision();
    const policy = { types: { ORGANIZATION: true, AGE: true }, may_keep: ["AGE"] };
    await run("--key-id", keyId, "--file", fileOf(policy));
    await run("--key-id", keyId, "--show");
    await run("--key-id", keyId, "--clear");
    const lists = "/api/v1/account/entity-lists";
    const list = { kind: "deny", entries: [{ value: "Falke" }] };
    await request(one().app).post(lists).set("x-api-key", apiKey).send(list).expect(201);
    const { events, owner } = await until("the log has all of them", () => {
      const logged = one().seen.audit;
      const events = logged.filter(
        ({ event_type, payload }) =>
          event_type === "ENTITY_POLICY_CHANGED" && payload.key_id === keyId,
      );
      const own = logged.find(({ actor }) => actor === customerId);
      return events.length === 2 && own && { events, owner: own };
    });
    const recorded = (type_count: string) => ({
      event_id: expect.any(String),
      occurred_at: expect.any(String),
      event_type: "ENTITY_POLICY_CHANGED",
      actor: customerId,
      scope: owner.scope,
      subject: owner.subject,
      payload: { key_id: keyId, type_count, changed_by: "command" },
    });
    expect(events).toEqual([recorded("2"), recorded("0")]);
  });

  test("entity-policy reports an unknown or revoked key as not existing", async () => {
    const { customerId, keyId } = await one().provision();
    await endKey(one().stores.apiKeys, { customerId, keyId }, new Date());
    for (const id of [keyId, "abcdEFGH"])
      await expect(run("--key-id", id, "--clear")).rejects.toThrow("The key does not exist");
  });
});
