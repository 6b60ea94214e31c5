import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { AuditEvent } from "@veil/contracts/audit";
import { checked } from "@veil/contracts/parsing";
import { systemRandomBytes } from "@veil/crypto";
import { ConfigurationError } from "@veil/service-kit/config";
import { createTestTrust, describeWithServer } from "@veil/testing";
import { provisionCommand } from "../../src/commands/provision.ts";
import { createPostgresProviderCredentials } from "../../src/modules/accounts/customers/postgres-provider-credentials.ts";
import { createAccountSecrets } from "../../src/modules/accounts/keys/account-secrets.ts";
import { createAuthenticator } from "../../src/modules/accounts/keys/authenticator.ts";
import { createPostgresApiKeys } from "../../src/modules/accounts/keys/postgres-api-keys.ts";
import { parseDataKeys } from "../../src/platform/data-keys.ts";
import { freshEmail } from "../support/fresh.ts";
import { type GatewayDatabase, openGatewayDatabase } from "../support/gateway-database.ts";
import { printedBy } from "../support/printed.ts";

const parseEvent = checked(AuditEvent);
const PEPPER = "11".repeat(32);
const DATA_KEY = "33".repeat(32);

describe("refused arguments of provision", () => {
  test.each([
    ["no address", ["--tier", "pro"], "--email must be an ASCII email address"],
    ["no tier", ["--email", "a@b.de"], "--tier must be one of free, pro, enterprise"],
    ["an unknown option", ["--admin"], "Bad arguments. Usage: provision"],
    [
      "a developer key of another family",
      basic("--developer"),
      "--developer requires --family gw_live",
    ],
    [
      "a date that cannot be read",
      basic("--license-expires", "soon"),
      "--license-expires must be a date",
    ],
    ["a year before the range", basic("--license-expires", "1999-12-31"), "the years 2000 to 2099"],
    ["a year after the range", basic("--license-expires", "2100-01-01"), "the years 2000 to 2099"],
    [
      "a day that does not exist",
      basic("--license-expires", "2027-13-01"),
      "--license-expires must be",
    ],
    ["a missing file", basic("--provider-key-file", "/none"), "cannot be read"],
    [
      "no settings",
      basic(),
      "DATABASE_URL_FILE is required; PEPPER_FILE is required; DATA_KEY_FILE",
    ],
  ])("provision refuses %s with a message that repeats no value", async (_what, argv, message) => {
    const refused = provisionCommand({}, argv);
    await expect(refused).rejects.toThrow(ConfigurationError);
    await expect(provisionCommand({}, argv)).rejects.toThrow(message);
  });

  function basic(...more: string[]): string[] {
    return ["--email", "a@b.de", "--tier", "pro", ...more];
  }
});

test("provision --help prints its options and needs no settings", async () => {
  expect(await printedBy(() => provisionCommand({}, ["--help"]))).toContain("--managed-ai");
});

describeWithServer("postgres", "provision", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "veil-provision-"));
  const keyFile = path.join(folder, "provider-key");
  const trustFile = path.join(folder, "trust.json");
  let gateway: GatewayDatabase;
  beforeAll(async () => {
    gateway = await openGatewayDatabase();
    const { keys } = createTestTrust().trust;
    writeFileSync(trustFile, JSON.stringify({ version: 1, keys }));
    writeFileSync(keyFile, "sk-ant-of-the-customer\n");
  });
  afterAll(async () => {
    await gateway.close();
    rmSync(folder, { recursive: true });
  });

  function identify(key: string) {
    return createAuthenticator({
      apiKeys: createPostgresApiKeys(gateway.database),
      secrets: createAccountSecrets({ peppers: PEPPER, dataKeys: parseDataKeys(DATA_KEY) }),
      random: systemRandomBytes,
      nowMs: Date.now,
      onUnrecorded: () => undefined,
    }).identify(key);
  }

  async function provisioned(...argv: string[]) {
    const env = {
      DATABASE_URL: gateway.urls.runtimeUrl,
      PEPPER,
      DATA_KEY,
      TRUST_FILE: trustFile,
    };
    return JSON.parse(await printedBy(() => provisionCommand(env, [...argv, "--json"])));
  }

  test("provision creates a customer of any tier with a working key", async () => {
    const email = freshEmail();
    const options = ["--email", email, "--tier", "enterprise", "--license-expires", "2031-01-31"];
    const made = await provisioned(...options);
    expect(made).toEqual({
      customer_id: expect.stringMatching(/^cus_[0-9a-f]{40}$/),
      tier: "enterprise",
      key_id: expect.any(String),
      api_key: expect.stringMatching(/^svc_/),
      created: true,
    });
    expect(await identify(made.api_key)).toMatchObject({
      customerId: made.customer_id,
      tier: "enterprise",
      managedAi: true,
      developer: false,
      licenseExpiresAt: new Date("2031-01-31T00:00:00Z"),
    });
  });

  test("provision changes the tier of a known customer and issues another key; the first key stays valid", async () => {
    const email = freshEmail();
    const first = await provisioned("--email", email, "--tier", "free", "--managed-ai", "false");
    const developer = ["--family", "gw_live", "--developer"];
    const second = await provisioned("--email", email.toUpperCase(), "--tier", "pro", ...developer);
    expect(second).toMatchObject({ customer_id: first.customer_id, created: false });
    expect(await identify(second.api_key)).toMatchObject({ tier: "pro", developer: true });
    const caller = await identify(first.api_key);
    expect(caller).toMatchObject({ tier: "pro", developer: false, managedAi: false });
  });

  test("provision records the customer's changes as events with changed_by: command", async () => {
    const email = freshEmail();
    const first = await provisioned("--email", email, "--tier", "free");
    const second = await provisioned("--email", email, "--tier", "pro", "--managed-ai", "false");
    const text = "select event from event_outbox where event ->> 'actor' = $1 order by created_at";
    const rows = await gateway.database.query<{ event: AuditEvent }>(text, [first.customer_id]);
    const caller = await identify(first.api_key);
    const changed_by = "command";
    expect(rows.map(({ event }) => [event.event_type, event.payload])).toEqual([
      ["ACCOUNT_CREATED", { tier: "free", changed_by }],
      ["KEY_ISSUED", { key_id: first.key_id, changed_by }],
      ["ACCOUNT_CHANGED", { tier: "pro", changed_fields: "tier,managed_ai", changed_by }],
      ["KEY_ISSUED", { key_id: second.key_id, changed_by }],
    ]);
    expect(new Set(rows.map(({ event }) => event.scope))).toEqual(new Set([caller?.scope]));
    expect(new Set(rows.map(({ event }) => event.subject))).toEqual(new Set([caller?.subject]));
    for (const { event } of rows) parseEvent(event);
  });

  test("provision records no event for a field that already has the given value", async () => {
    const email = freshEmail();
    const order = ["--email", email, "--tier", "pro", "--license-expires", "2031-01-31"];
    const { customer_id } = await provisioned(...order);
    await provisioned(...order, "--managed-ai", "true");
    await provisioned("--email", email, "--tier", "pro", "--license-expires", "2032-01-31");
    await provisioned("--email", email, "--tier", "pro", "--managed-ai", "false");
    for (let count = 0; count < 2; count++)
      await provisioned("--email", email, "--tier", "pro", "--provider-key-file", keyFile);
    const text = `select event -> 'payload' as payload from event_outbox
      where event ->> 'actor' = $1 and event ->> 'event_type' = 'ACCOUNT_CHANGED' order by created_at`;
    const rows = await gateway.database.query<Pick<AuditEvent, "payload">>(text, [customer_id]);
    expect(rows.map(({ payload }) => payload)).toEqual(
      ["license_expires_at", "managed_ai", "provider_key", "provider_key"].map(
        (changed_fields) => ({ changed_fields, changed_by: "command" }),
      ),
    );
  });

  test("provision stores a provider key for the worker, and the gateway uses its box in jobs", async () => {
    const email = freshEmail();
    const managed = await provisioned("--email", email, "--tier", "pro");
    const credentials = createPostgresProviderCredentials(gateway.database);
    const before = await identify(managed.api_key);
    if (before === undefined) throw new Error("The key was refused");
    expect(await credentials.forCaller(before)).toEqual({ kind: "managed" });
    await expect(credentials.forCaller({ ...before, managedAi: false })).rejects.toMatchObject({
      code: "inference_service_unavailable",
    });
    await provisioned("--email", email, "--tier", "pro", "--provider-key-file", keyFile);
    const after = await identify(managed.api_key);
    if (after === undefined) throw new Error("The key was refused");
    expect(after.managedAi).toBe(false);
    expect(await credentials.forCaller(after)).toEqual({
      kind: "box",
      record_id: expect.stringMatching(/^pk_[0-9a-f]{32}$/),
      provider: "anthropic",
      sealing_key_id: "inference-worker-sealing-test",
      box: expect.any(String),
    });
  });

  test("provision without --json prints the key once in readable text", async () => {
    const env = { DATABASE_URL: gateway.urls.runtimeUrl, PEPPER, DATA_KEY };
    const argv = ["--email", freshEmail(), "--tier", "free"];
    const text = await printedBy(() => provisionCommand(env, argv));
    expect(text.match(/svc_[0-9A-Za-z]{57}/g)).toHaveLength(1);
  });
});
