import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { until } from "@veil/testing";
import { type EndedProcess, startVeil, veil } from "../support/clients/command-line.ts";
import type { Scenario } from "../support/scenario.ts";
import { letterEn, PERSON_EN, valuesOf } from "../support/texts.ts";

const JOB = /job_[0-9a-f]{32}/;
const TEMPLATE = ["--template", "Answer this letter: {text}"] as const;

/**
 * Returns the output of a successful command. If the command failed, the test fails with its error
 * output, which never contains a key.
 */
function done({ code, out, err }: EndedProcess): string {
  expect({ code, err: code === 0 ? "" : err }).toEqual({ code: 0, err: "" });
  return out;
}

function jsonOf(ended: EndedProcess): Record<string, unknown> {
  return JSON.parse(done(ended)) as Record<string, unknown>;
}

/** Runs commands against a whole stack, as customers and operators do. */
export function describeCommandLine(scenario: () => Scenario): void {
  const url = () => ({ VEIL_URL: scenario().gateway.url });
  const asAdmin = () => {
    const file = path.join(scenario().stack.stateDir, "admin-key");
    return { ...url(), VEIL_ADMIN_KEY: readFileSync(file, "utf8").trim() };
  };
  const asCustomer = (apiKey: string) => ({ ...url(), VEIL_API_KEY: apiKey });
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), "veil-e2e-cli-"));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test("veil scan shows placeholders, without a key", async () => {
    const out = done(await veil(["scan"], { env: url(), input: letterEn() }));
    expect(out).toContain("[PERSON_1]");
    for (const value of valuesOf(PERSON_EN)) expect(out).not.toContain(value);
  });

  test("veil ask restores the values that the provider never saw, and veil usage counts the call", async () => {
    const { simulator, customer } = scenario();
    const env = asCustomer((await customer()).apiKey);
    simulator.clear();
    const out = done(await veil(["ask", ...TEMPLATE], { env, input: letterEn() }));
    const seen = JSON.stringify(simulator.record());
    expect(seen).toContain("[PERSON_1]");
    for (const value of valuesOf(PERSON_EN)) {
      expect(out).toContain(value);
      expect(seen).not.toContain(value);
    }
    expect(jsonOf(await veil(["usage", "--json"], { env }))).toMatchObject({ used: 1 });
  });

  test("A key that veil keys issue writes to a file is valid until veil keys revoke revokes it", async () => {
    const env = asCustomer((await scenario().customer()).apiKey);
    const file = path.join(folder, "issued.key");
    const issued = jsonOf(await veil(["keys", "issue", "--output", file, "--json"], { env }));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const key = readFileSync(file, "utf8").trim();
    const other = asCustomer(key);
    expect(issued).not.toHaveProperty("api_key");
    const { keys } = jsonOf(await veil(["keys", "list", "--json"], { env: other }));
    expect(keys).toContainEqual(expect.objectContaining({ key_id: issued["key_id"] }));
    done(await veil(["keys", "revoke", String(issued["key_id"])], { env }));
    const refused = await veil(["usage", "--json"], { env: other });
    expect([refused.code, refused.out]).toEqual([3, ""]);
    expect(refused.err).toContain("invalid_api_key");
    expect(refused.err).not.toContain(key);
  });

  test("veil keys rotate with a grace of 0 seconds prints a new key, and revokes the old key at once", async () => {
    const env = asCustomer((await scenario().customer()).apiKey);
    const out = done(await veil(["keys", "rotate", "--grace-seconds", "0"], { env }));
    expect((await veil(["usage"], { env })).code).toBe(3);
    done(await veil(["usage"], { env: asCustomer(out.trim()) }));
  });

  test("veil audit export writes the customer's events, and is refused for the free tier", async () => {
    const { customer } = scenario();
    const env = asCustomer((await customer({ tier: "pro" })).apiKey);
    const file = path.join(folder, "audit.json");
    await until("the audit log has the key's event", async () =>
      done(await veil(["audit", "export"], { env })).includes("KEY_ISSUED"),
    );
    done(await veil(["audit", "export", "--output", file], { env }));
    const { events } = JSON.parse(readFileSync(file, "utf8")) as { events: unknown[] };
    expect(events).toContainEqual(expect.objectContaining({ event_type: "KEY_ISSUED" }));
    const free = asCustomer((await customer()).apiKey);
    const refused = await veil(["audit", "export"], { env: free });
    expect([refused.code, refused.out]).toEqual([3, ""]);
    expect(refused.err).toContain("tier_insufficient");
  });

  test("veil admin creates, finds, changes and lists a customer, and issues and revokes keys", async () => {
    const env = asAdmin();
    const admin = async (...args: string[]) =>
      jsonOf(await veil(["admin", ...args, "--json"], { env }));
    const email = `cli-${Date.now()}@example.org`;
    const created = await admin("customers", "create", "--email", email, "--tier", "free");
    const id = String(created["customer_id"]);
    expect(await admin("customers", "find", "--email", email)).toMatchObject({ customer_id: id });
    expect(await admin("customers", "change", id, "--tier", "pro")).toMatchObject({ tier: "pro" });
    const { customers } = await admin("customers", "list", "--limit", "200");
    expect(customers).toContainEqual(expect.objectContaining({ customer_id: id }));
    const issued = await admin("keys", "issue", id);
    const key = String(issued["key_id"]);
    const rotated = await admin("keys", "rotate", id, key);
    expect(rotated).toMatchObject({ replaced: { key_id: key } });
    await admin("keys", "revoke", id, String(rotated["key_id"]));
    expect(await admin("policies", "get", key)).toHaveProperty("types");
    expect(await admin("stats")).toHaveProperty("customers.pro");
  });

  test("veil admin manages organizations, entity lists, users and contacts", async () => {
    const env = asAdmin();
    const { customerId } = await scenario().customer();
    const run = (args: readonly string[], input = "") =>
      veil(["admin", ...args, "--json"], { env, input });
    const org = String(jsonOf(await run(["organizations", "create"]))["org_id"]);
    expect(jsonOf(await run(["organizations", "get", org]))).toMatchObject({ org_id: org });
    const list = { kind: "deny", entries: [{ value: "Project Heron" }] };
    const create = ["entity-lists", "create", customerId, "--file", "-"];
    const listId = String(jsonOf(await run(create, JSON.stringify(list)))["list_id"]);
    expect(jsonOf(await run(["entity-lists", "get", customerId, listId]))).toMatchObject({
      entry_count: 1,
    });
    expect(jsonOf(await run(["entity-lists", "delete", customerId, listId]))).toEqual({
      done: true,
    });
    done(await run(["users", "set-password", customerId], "correct horse battery staple\n"));
    const { users } = jsonOf(await run(["users", "list", "--limit", "200"]));
    expect(users).toContainEqual(expect.objectContaining({ customer_id: customerId }));
    done(await run(["users", "remove-password", customerId]));
    expect(jsonOf(await run(["contacts", "list"]))).toHaveProperty("contacts");
  });

  test("veil audit verify finds the log intact, and requires the admin key", async () => {
    const verified = await veil(["audit", "verify", "--json"], { env: asAdmin() });
    expect(jsonOf(verified)).toMatchObject({ status: "intact" });
    const wrong = { ...url(), VEIL_ADMIN_KEY: "x".repeat(40) };
    const refused = await veil(["audit", "verify"], { env: wrong });
    expect([refused.code, refused.out]).toEqual([3, ""]);
    expect(refused.err).toContain("admin_unauthorized");
  });

  describe("When the job takes longer than the gateway waits", () => {
    const withReplica = async (use: (env: Readonly<Record<string, string>>) => Promise<void>) => {
      const { stack, customer } = scenario();
      const { apiKey } = await customer();
      const replica = await stack.startReplica("edge-gateway", { WAIT_TIMEOUT_MS: "300" });
      try {
        await use({ VEIL_URL: replica.url, VEIL_API_KEY: apiKey });
      } finally {
        await replica.stop();
      }
    };

    test("veil ask waits for the job, and veil ask --job fetches its result again", () =>
      withReplica(async (env) => {
        const slow = ["ask", ...TEMPLATE, "--model", "sim-slow-1500"];
        const ended = await veil(slow, { env, input: letterEn() });
        expect(done(ended)).toContain(PERSON_EN.name);
        const [job = ""] = JOB.exec(ended.err) ?? [];
        const again = jsonOf(await veil(["ask", "--job", job, "--json"], { env }));
        expect(again).toMatchObject({ status: "JOB_STATUS_COMPLETED" });
      }));

    test("Ctrl-C stops veil ask with exit code 130 and a message with the job's id; the process has no key among its arguments", () =>
      withReplica(async (env) => {
        const args = ["ask", ...TEMPLATE, "--model", "sim-hang"];
        const { child, errors, ended } = startVeil(args, { env, input: letterEn() });
        await until("the job is known", () => JOB.test(errors()));
        const listed = execFileSync("ps", ["-ww", "-o", "args=", "-p", String(child.pid)]);
        expect(listed.toString()).toContain("sim-hang");
        expect(listed.toString()).not.toContain(env["VEIL_API_KEY"]);
        child.kill("SIGINT");
        const { code, out, err } = await ended;
        expect([code, out]).toEqual([130, ""]);
        expect(err).toMatch(/veil ask --job job_[0-9a-f]{32}/);
      }));
  });
}
