/** @heavy builds the gateway of an older commit, and runs it beside the present one */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { describeWhere } from "@veil/testing";
import {
  acceptedOf,
  answerTo,
  type Gateway,
  gatewayAt,
  jobDone,
} from "./support/clients/gateway.ts";
import { describeEmbeddedOnly, type Scenario } from "./support/scenario.ts";
import { letterEn, letterRequest, PERSON_EN } from "./support/texts.ts";

/** The version before the data keys could be replaced, whose schema ends with migration 0049. */
const COMMIT = "ac68b918";
const REPOSITORY = path.resolve(import.meta.dirname, "..");
const CALLS_OF_A_KIND = 4;
const LETTER = letterRequest();

const git = (...args: string[]) => spawnSync("git", args, { cwd: REPOSITORY });
const hasCommit = git("cat-file", "-e", `${COMMIT}^{commit}`).status === 0;

/** Joins the texts of a response, or of the events of a stream. */
const textIn = (response: string) =>
  [...response.matchAll(/"(?:text|content)":"((?:[^"\\]|\\.)*)"/g)]
    .map(([, part]) => part)
    .join("");

const suite = (scenario: () => Scenario) => {
  const tree = mkdtempSync(path.join(tmpdir(), "veil-former-"));
  const customer = () => scenario().stack.provision({ tier: "pro", managedAi: true });
  let old: Gateway;
  let present: Gateway;
  beforeAll(async () => {
    const args = [path.join(REPOSITORY, "scripts/former-tree.mjs"), COMMIT, tree];
    const { status, stdout, stderr } = spawnSync(process.execPath, args);
    expect({ status, output: `${stdout}${stderr}` }).toEqual({ status: 0, output: "" });
    const main = path.join(tree, "services/edge-gateway/dist/main.js");
    old = gatewayAt((await scenario().stack.startReplica("edge-gateway", {}, { main })).url);
    present = scenario().gateway;
  });
  afterAll(async () => {
    await old?.close();
    rmSync(tree, { recursive: true });
  });

  const question = { role: "user", content: `Answer this letter: ${letterEn()}` };
  const headers = { "x-veil-relink": "true" };
  const sdk = (stream: boolean) => async (gateway: Gateway, apiKey: string) => {
    const body = { model: "sim-model", max_tokens: 200, messages: [question], stream };
    const request = { method: "POST", path: "/v1/messages", apiKey, body, headers } as const;
    const { status, text } = await gateway.call(request);
    const hasEnd = !stream || text.includes("message_stop");
    return { status, isComplete: textIn(text).includes(PERSON_EN.name) && hasEnd };
  };
  const KINDS = {
    native: async (gateway: Gateway, apiKey: string) => {
      const { result } = await answerTo(gateway, apiKey, await gateway.proxy(apiKey, LETTER));
      return { status: 200, isComplete: String(result).includes(PERSON_EN.name) };
    },
    messages: sdk(false),
    "messages, streamed": sdk(true),
  };

  test("native and SDK calls, whole and streamed, made at both versions at the same time, get the caller's values and are counted exactly once", async () => {
    const { apiKey } = await customer();
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
    const answers = await Promise.all(calls);
    expect(answers.filter(({ status, isComplete }) => status !== 200 || !isComplete)).toEqual([]);
    expect(answers).toHaveLength(2 * CALLS_OF_A_KIND * Object.keys(KINDS).length);
    for (const gateway of [old, present])
      expect((await gateway.usage(apiKey)).used).toBe(answers.length);
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
  // Short, so that a slow job is not waited for.
  const env = () => ({
    "edge-gateway": {
      ...{ WAIT_TIMEOUT_MS: "300", STREAMING_ENABLED: "true" },
    },
  });
  describeEmbeddedOnly("Two versions on one database", suite, { env });
});
