/** @heavy builds the gateway and the audit service of an older commit, and runs them beside the present ones */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { ServiceName } from "@veil/crypto";
import type { Replica } from "@veil/local-stack";
import { callEventsOf, verifyAuditChain } from "@veil/local-stack/inspection";
import { describeWhere, until } from "@veil/testing";
import { setCallPolicy } from "./support/call-policy.ts";
import {
  acceptedOf,
  answerTo,
  type Gateway,
  gatewayAt,
  jobDone,
} from "./support/clients/gateway.ts";
import {
  type Dialect,
  freshProviderKey,
  type OwnProviders,
  startOwnProviders,
} from "./support/own-providers.ts";
import { describeEmbeddedOnly, type Scenario } from "./support/scenario.ts";
import { letterEn, letterRequest, PERSON_EN } from "./support/texts.ts";

/** The version before the data keys could be replaced, whose schema ends with migration 0049. */
const COMMIT = "ac68b918";
const REPOSITORY = path.resolve(import.meta.dirname, "..");
const CALLS_OF_A_KIND = 4;
const LETTER = letterRequest();
const SDK = {
  anthropic: { path: "/v1/messages", end: "message_stop" },
  openai: { path: "/v1/chat/completions", end: "[DONE]" },
} as const;
/** The events of each call, sorted, without the prefix for the kind of the call. */
const EVENTS = [
  "INFERENCE_COMPLETED",
  "INFERENCE_SUBMITTED",
  "SANITIZER_APPLIED",
  "TOKEN_GENERATED",
];

const git = (...args: string[]) => spawnSync("git", args, { cwd: REPOSITORY });
const hasCommit = git("cat-file", "-e", `${COMMIT}^{commit}`).status === 0;

/** Joins the texts of a response, or of the events of a stream. */
const textIn = (response: string) =>
  [...response.matchAll(/"(?:text|content)":"((?:[^"\\]|\\.)*)"/g)]
    .map(([, part]) => part)
    .join("");

/** Returns how many events an audit service has appended since it started. */
async function appendedAt(opsUrl: string): Promise<number> {
  const text = await (await fetch(`${opsUrl}/metrics`)).text();
  return Number(/^veil_audit_events_appended_total(?:{.*})? (\d+)$/m.exec(text)?.[1]);
}

const suite = (scenario: () => Scenario) => {
  const tree = mkdtempSync(path.join(tmpdir(), "veil-former-"));
  const customer = async () => {
    const provisioned = await scenario().customer({ tier: "pro" });
    await setCallPolicy(scenario(), provisioned.apiKey, { extensions: ["chat_streaming"] });
    return provisioned;
  };
  let old: Gateway;
  let present: Gateway;
  /** The audit service to which the old gateway sends its events. */
  let oldAudit: Replica;
  beforeAll(async () => {
    const args = [path.join(REPOSITORY, "scripts/former-tree.mjs"), COMMIT, tree];
    const { status, stdout, stderr } = spawnSync(process.execPath, args);
    expect({ status, output: `${stdout}${stderr}` }).toEqual({ status: 0, output: "" });
    const former = (service: ServiceName, env = {}) => {
      const main = path.join(tree, `services/${service}/dist/main.js`);
      return scenario().stack.startReplica(service, env, { main });
    };
    oldAudit = await former("audit");
    old = gatewayAt((await former("edge-gateway", { AUDIT_URL: oldAudit.url })).url);
    present = scenario().gateway;
  });
  afterAll(async () => {
    await old?.close();
    rmSync(tree, { recursive: true });
  });

  const question = { role: "user", content: `Answer this letter: ${letterEn()}` };
  const sdk = (dialect: Dialect, stream: boolean) => async (gateway: Gateway, apiKey: string) => {
    const { path, end } = SDK[dialect];
    const body = { model: "sim-model", max_tokens: 200, messages: [question], stream };
    const headers = { "x-veil-relink": "true", "x-upstream-key": freshProviderKey(dialect) };
    const reply = await gateway.call({ method: "POST", path, apiKey, body, headers });
    const hasEnd = !stream || reply.text.includes(end);
    const isComplete = textIn(reply.text).includes(PERSON_EN.name) && hasEnd;
    return { status: reply.status, isComplete, requestId: String(reply.headers["x-request-id"]) };
  };
  const KINDS = {
    native: async (gateway: Gateway, apiKey: string) => {
      const { result, request_id } = await answerTo(
        gateway,
        apiKey,
        await gateway.proxy(apiKey, LETTER),
      );
      const isComplete = String(result).includes(PERSON_EN.name);
      return { status: 200, isComplete, requestId: request_id ?? "" };
    },
    messages: sdk("anthropic", false),
    "messages, streamed": sdk("anthropic", true),
    "chat completions": sdk("openai", false),
    "chat completions, streamed": sdk("openai", true),
  };
  /** Makes calls of all kinds at both versions at the same time. */
  const callBoth = async (apiKey: string) => {
    // Each version makes its connections with its first calls.
    for (const gateway of [old, present])
      for (const call of Object.values(KINDS)) await call(gateway, (await customer()).apiKey);
    const calls = [old, present].flatMap((gateway) =>
      Object.entries(KINDS).flatMap(([kind, call]) =>
        Array.from({ length: CALLS_OF_A_KIND }, async () => ({
          kind,
          ...(await call(gateway, apiKey)),
        })),
      ),
    );
    return await Promise.all(calls);
  };

  test("native and SDK calls, whole and streamed, made at both versions at the same time, get the caller's values and are counted exactly once", async () => {
    const { apiKey } = await customer();
    const answers = await callBoth(apiKey);
    expect(answers.filter(({ status, isComplete }) => status !== 200 || !isComplete)).toEqual([]);
    expect(answers).toHaveLength(2 * CALLS_OF_A_KIND * Object.keys(KINDS).length);
    for (const gateway of [old, present])
      expect((await gateway.usage(apiKey)).used).toBe(answers.length);
  });

  test("events of calls at both versions, which an audit service of each version appends at the same time, are in one intact chain, each exactly once", async () => {
    const { stack } = scenario();
    const audits = [oldAudit.opsUrl, stack.opsUrl("audit")];
    const before = await Promise.all(audits.map(appendedAt));
    const { apiKey } = await customer();
    const answers = await callBoth(apiKey);
    for (const { kind, requestId } of answers) {
      const events = await until(`the events of ${kind} are in the log`, async () => {
        const found = await callEventsOf(stack, requestId);
        return found.length >= EVENTS.length && found;
      });
      const prefix = kind === "native" ? "PROXY" : "SDK";
      expect(events.map(({ event_type }) => event_type).toSorted()).toEqual(
        EVENTS.map((event) => `${prefix}_${event}`),
      );
    }
    const after = await Promise.all(audits.map(appendedAt));
    for (const [index, count] of after.entries()) expect(count).toBeGreaterThan(before[index] ?? 0);
    expect(await verifyAuditChain(stack)).toMatch(/^\d+ events, chain intact$/);
  });

  test.each(["old", "present"])(
    "a job that the %s version has admitted is read at the other version, with the caller's values",
    async (version) => {
      const [at, other] = version === "old" ? [old, present] : [present, old];
      const { apiKey } = await customer();
      const slow = letterRequest({ model: "sim-slow-800" });
      const jobId = acceptedOf(await at.proxy(apiKey, slow));
      const { result } = await jobDone(other, apiKey, jobId);
      expect(result).toContain(PERSON_EN.name);
      expect((await other.usage(apiKey)).used).toBe(1);
    },
  );

  test("a key that one version has issued is accepted at the other version", async () => {
    const { apiKey } = await customer();
    for (const [at, other] of [
      [old, present],
      [present, old],
    ] as const) {
      const keys = { method: "POST", path: "/api/v1/account/keys", apiKey, body: {} } as const;
      const { body } = await at.call(keys);
      const issued = String(body["api_key"]);
      expect((await other.call({ path: "/api/v1/usage", apiKey: issued })).status).toBe(200);
    }
  });
};

describeWhere(hasCommit, "Two versions on one database", `the commit ${COMMIT}`, () => {
  let providers: OwnProviders;
  beforeAll(async () => {
    providers = await startOwnProviders();
  });
  afterAll(() => providers.close());
  // Short, so that a slow job is not waited for.
  const env = () => ({
    "edge-gateway": {
      ...{ WAIT_TIMEOUT_MS: "300", STREAMING_ENABLED: "true", CHAT_STREAMING_ENABLED: "true" },
    },
    "inference-worker": { PROVIDER_TABLE: providers.table() },
  });
  describeEmbeddedOnly("Two versions on one database", suite, { env });
});
