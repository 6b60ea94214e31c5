import { spawnSync } from "node:child_process";
import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import { checked } from "@veil/contracts/parsing";
import { type MeasuredControl, PostureResponse } from "@veil/contracts/public/compliance/posture";
import { createGrowingRoot, sha256 } from "@veil/crypto";
import { describeWhere, describeWithServer, until } from "@veil/testing";
import { createTimeStampFolder } from "@veil/testing/time-stamps";
import { createNoteSigner } from "@veil/veil";
import { signCheckpoint } from "@veil/veil/log";
import request from "supertest";
import { sweepCommand } from "../../src/commands/sweep.ts";
import { callNatively, codeOf, finalOf, letterRequest } from "../support/native-client.ts";
import { printedBy } from "../support/printed.ts";
import { sessionOf } from "../support/session-client.ts";
import { startTestGateway, type TestGateway } from "../support/test-gateway.ts";

const PATH = "/api/v1/compliance/posture";
/** The tests wait by reading the posture again. */
const LIMIT = 1_000_000;
const parse = checked(PostureResponse);

const hasOpenssl = spawnSync("openssl", ["version"]).error === undefined;
let gateway: TestGateway;
let apiKey = "";
beforeAll(async () => {
  gateway = await startTestGateway({
    COMPLIANCE_INTERVAL_MS: "100",
    COMPLIANCE_CALLS_PER_MINUTE: String(LIMIT),
    PROVIDER_REGIONS: "anthropic=US",
  });
  ({ apiKey } = await gateway.provision());
});
afterAll(() => gateway.close());
afterEach(() => {
  gateway.sanitiser.answerWith(undefined);
  gateway.audit.respondWith(undefined);
  gateway.worker.sendTo(undefined);
});

const get = (headers: Readonly<Record<string, string>> = { "x-api-key": apiKey }) =>
  request(gateway.app).get(PATH).set(headers);

async function controlOf(id: string): Promise<MeasuredControl> {
  const { status, body } = await get();
  expect(status).toBe(200);
  const control = parse(body).controls.find((each) => each.id === id);
  if (control === undefined) throw new Error(`There is no control ${id}`);
  return control;
}

/** Waits until the control has the state. Measurements are shared for some seconds. */
const becomes = (id: string, state: MeasuredControl["state"]) =>
  until(`${id} is ${state}`, async () => {
    const control = await controlOf(id);
    return control.state === state ? control : undefined;
  });

/** Returns a checkpoint of the log with these entries, signed by the audit service's key. */
function checkpointOf(...entries: readonly string[]): string {
  const { key } = gateway.testTrust.keysOf("audit").signing("checkpoint");
  const growing = createGrowingRoot();
  for (const entry of entries) growing.add(sha256(entry));
  const head = { size: entries.length, root: growing.root() };
  return signCheckpoint(head, createNoteSigner("log.example", "ed25519", key));
}

describeWithServer("postgres", "GET /api/v1/compliance/posture", () => {
  test("Keys and sessions of pro customers get the posture, and others get 403 tier_insufficient", async () => {
    expect((await get()).status).toBe(200);
    const cookie = await sessionOf(gateway, { api_key: apiKey });
    expect((await get({ cookie })).status).toBe(200);
    const free = await gateway.provision({ tier: "free" });
    expect(codeOf(await get({ "x-api-key": free.apiKey }))).toEqual([403, "tier_insufficient"]);
  });

  test("The posture counts its controls, and no control contains the customer's id or key", async () => {
    const { body, text } = await get();
    const { controls, met, not_met, unknown, unknown_share } = parse(body);
    expect(met + not_met + unknown).toBe(controls.length);
    expect(unknown_share).toBe(unknown / controls.length);
    expect(text).not.toMatch(/cus_[0-9a-f]{40}/);
    expect(text).not.toContain(apiKey);
  });

  test("The masking canary is met while the sanitiser replaces its values, and not met when it returns a text unchanged", async () => {
    const { figures } = await becomes("masking_canary", "met");
    expect(figures).toContainEqual({ name: "values replaced", value: 3 });
    gateway.sanitiser.answerWith((res, good) => {
      const fields = good.fields.map(({ name }) => ({ name, text: "", redactions: [], left: [] }));
      res.end(JSON.stringify({ ...good, fields }));
    });
    // The gateway refuses a response that does not match its original, so nothing is measured.
    const { measured_at: last } = await controlOf("masking_canary");
    await until("a run has failed", () =>
      gateway.seen.log.some((line) => line.includes("masking_canary_failed")),
    );
    expect((await controlOf("masking_canary")).measured_at).toBe(last);
  });

  test("The log is consistent while it grows, and not met when it has fewer entries than before", async () => {
    expect((await controlOf("audit_log_consistent")).state).toBe("unknown");
    const [first, second] = [checkpointOf("a"), checkpointOf("a", "b")];
    let checkpoint = first;
    gateway.audit.respondWith((path, _body, res) => {
      const path64 = [sha256("b").toString("base64")];
      res.end(JSON.stringify(path === "/checkpoint" ? { checkpoint } : { path: path64 }));
    });
    expect((await becomes("audit_log_consistent", "met")).figures).toContainEqual({
      ...{ name: "entries", value: 1 },
    });
    checkpoint = second;
    await until("the second entry is verified", async () => {
      const { figures } = await controlOf("audit_log_consistent");
      return figures.some(({ value }) => value === 2);
    });
    checkpoint = first;
    expect((await becomes("audit_log_consistent", "not_met")).reason).toBe(
      "The log had 2 entries and now has 1",
    );
    const other = await gateway.replica({});
    const asked = async () =>
      parse((await request(other.app).get(PATH).set("x-api-key", apiKey)).body).controls.find(
        ({ id }) => id === "audit_log_consistent",
      );
    // Another replica compares with the same earlier checkpoint.
    await until("the other replica has compared", async () => (await asked())?.state === "not_met");
    await other.close();
  });

  describeWhere(hasOpenssl, "Time stamps of the audit log", "openssl", () => {
    test("A stamp by an authority in TSA_CA_FILE is met, and not met when another authority is trusted", async () => {
      const [authority, other] = [createTimeStampFolder(), createTimeStampFolder()];
      const checkpoint = checkpointOf("a");
      gateway.audit.respondWith((path, _body, res) => {
        const stamp = { path: [], time_stamp: authority.stamp(checkpoint).toString("base64") };
        res.end(JSON.stringify({ checkpoint, ...(path === "/time-stamp" && stamp) }));
      });
      for (const [trusted, state] of [
        [authority, "met"],
        [other, "not_met"],
      ] as const) {
        const replica = await gateway.replica({
          TSA_CA_FILE: trusted.path("ca.pem"),
          COMPLIANCE_INTERVAL_MS: "100",
          COMPLIANCE_CALLS_PER_MINUTE: String(LIMIT),
        });
        const controls = async () =>
          parse((await request(replica.app).get(PATH).set("x-api-key", apiKey)).body).controls;
        const stateOf = async (id: string) =>
          (await controls()).find((control) => control.id === id)?.state;
        await until(
          "the log was read",
          async () => (await stateOf("audit_log_consistent")) !== "unknown",
        );
        await until(
          `the stamp is ${state}`,
          async () => (await stateOf("audit_log_time_stamped")) === state,
        );
        await replica.close();
      }
      for (const folder of [authority, other]) folder.remove();
    });
  });

  test("Retention is unknown until a sweep has enforced every rule, and then shows its time", async () => {
    expect((await controlOf("retention")).state).toBe("unknown");
    const env = { DATABASE_URL: gateway.database.urls.runtimeUrl, CERTIFICATE_DAYS: "90" };
    await printedBy(() => sweepCommand(env, []));
    const { figures } = await becomes("retention", "met");
    const kept = figures.find(({ name }) => name === "certificates")?.value;
    expect(kept).toMatch(/^kept 90 days; enforced \d{4}-/);
  });

  test("A call is stored sealed, and a value in a column of clear JSON is found", async () => {
    finalOf(await callNatively(gateway, apiKey, letterRequest()));
    await becomes("sealed_storage", "met");
    await becomes("no_values_at_rest", "met");
    const leak = `update jobs set facts = facts || '{"to": "ann.weber@example.org"}', answer = $1`;
    await gateway.database.owner.execute(leak, [
      Buffer.from("Dear Ann Weber, here is your letter"),
    ]);
    expect((await becomes("no_values_at_rest", "not_met")).reason).toContain("jobs.facts");
    expect((await becomes("sealed_storage", "not_met")).reason).toContain("jobs.answer");
  });

  test("A new provider without a stated region makes the regions unknown", async () => {
    await becomes("providers", "met");
    gateway.worker.sendTo([{ name: "other", host: "llm.example", encrypted: false }]);
    expect((await becomes("providers", "unknown")).reason).toContain("other");
    expect((await becomes("transport_providers", "not_met")).reason).toContain("other");
  });

  test("When the worker does not respond, then only its controls are unknown", async () => {
    const other = await gateway.replica({ WORKER_URL: "http://127.0.0.1:1" });
    const { body } = await request(other.app).get(PATH).set("x-api-key", apiKey);
    const { controls } = parse(body);
    const states = new Map(controls.map(({ id, state }) => [id, state]));
    for (const id of ["providers", "transport_providers"]) expect(states.get(id)).toBe("unknown");
    expect(states.get("retention")).toBe("met");
    await other.close();
  });

  test("Changes by operators are counted by kind, and the customer's own are not", async () => {
    const before = (await controlOf("operator_changes")).figures;
    expect(before).toContainEqual({ name: "ACCOUNT_CREATED in 30 days", value: 1 });
    const issued = await request(gateway.app)
      .post("/api/v1/account/keys")
      .set("x-api-key", apiKey)
      .send({});
    expect(issued.status).toBe(201);
    await until("the audit service has it", () =>
      gateway.audit.events.some(({ event_type }) => event_type === "KEY_ISSUED"),
    );
    expect((await controlOf("operator_changes")).figures).toEqual(before);
  });

  // @spec END-3
  test("After 30 calls in a minute the customer gets 429 rate_limited, and other endpoints still respond", async () => {
    const other = await gateway.replica({ COMPLIANCE_CALLS_PER_MINUTE: "30" });
    const own = (await gateway.provision()).apiKey;
    const call = () => request(other.app).get(PATH).set("x-api-key", own);
    for (let sent = 0; sent < 30; sent++) expect((await call()).status).toBe(200);
    expect(codeOf(await call())).toEqual([429, "rate_limited"]);
    const usage = await request(other.app).get("/api/v1/usage").set("x-api-key", own);
    expect(usage.status).toBe(200);
    await other.close();
  });
});
