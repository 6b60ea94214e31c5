import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { FakeAnswer } from "./fake-gateway.ts";
import { veilWith } from "./with-gateway.ts";

const NEW_KEY = `svc_Zz3dE6gH${"y".repeat(49)}`;
const ISSUED = {
  ...{ key_id: "Zz3dE6gH", family: "svc", class: "standard", created_at: "2026-01-01T00:00:00Z" },
  ...{ api_key: NEW_KEY, message: "Keep it" },
};
const ROTATED = {
  ...ISSUED,
  replaced: { key_id: "Ab3dE6gH", valid_until: "2026-01-01T01:00:00Z" },
  relink_ended_jobs: 0,
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "veil-output-"));
});
afterEach(() => rmSync(folder, { recursive: true }));
const at = (name: string) => path.join(folder, name);
const issue = (answer: FakeAnswer, ...more: string[]) =>
  veilWith(() => answer, ["keys", "issue", ...more]);

describe("Issued keys", () => {
  test("an issued key is the only text on standard output, and a hint is on standard error", async () => {
    const { code, out, err } = await issue({ status: 201, body: ISSUED });
    expect([code, out]).toEqual([0, `${NEW_KEY}\n`]);
    expect(err).toContain("Zz3dE6gH");
    expect(err).toContain("cannot be shown again");
    expect(err).not.toContain(NEW_KEY);
  });

  test("with --output, an issued key is written only to a file with mode 0600", async () => {
    for (const more of [[], ["--json"]]) {
      const file = at(`new${more.length}.key`);
      const { code, out, err } = await issue({ body: ISSUED }, "--output", file, ...more);
      expect(code).toBe(0);
      expect(readFileSync(file, "utf8")).toBe(`${NEW_KEY}\n`);
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(out + err).not.toContain(NEW_KEY);
      expect(out).toContain("Zz3dE6gH");
    }
  });

  test.each([
    ["exists", "taken"],
    ["is in a missing folder", "nowhere/new.key"],
  ])("no key is issued if the file of --output %s", async (_case, name) => {
    writeFileSync(at("taken"), "mine");
    const answer = { body: ISSUED };
    const { code, requests } = await issue(answer, "--output", at(name));
    expect([code, requests.length]).toEqual([2, 0]);
    expect(readFileSync(at("taken"), "utf8")).toBe("mine");
  });

  test("no file remains when the gateway refuses to issue a key", async () => {
    const body = { error: "too_many_keys", message: "Too many" };
    const { code } = await issue({ status: 400, body }, "--output", at("new.key"));
    expect(code).toBe(3);
    expect(readdirSync(folder)).toEqual([]);
  });

  test("an issued key that cannot be written to the file is printed on standard output", async () => {
    const { code, out } = await veilWith(() => {
      rmSync(folder, { recursive: true });
      return { body: ISSUED };
    }, ["keys", "issue", "--output", at("new.key")]);
    folder = mkdtempSync(path.join(tmpdir(), "veil-output-"));
    expect([code, out]).toEqual([2, `${NEW_KEY}\n`]);
  });

  test("keys rotate without KEY_ID replaces the key in use", async () => {
    const answer = { status: 201, body: ROTATED };
    const args = ["keys", "rotate", "--grace-seconds", "0"];
    const { out, requests } = await veilWith(() => answer, args);
    expect(out).toBe(`${NEW_KEY}\n`);
    expect(requests).toMatchObject([
      { path: "/api/v1/account/keys/Ab3dE6gH/rotate", body: { grace_seconds: 0 } },
    ]);
  });
});

describe("Commands for administrators", () => {
  const CUSTOMER = `cus_${"0".repeat(40)}`;
  const details = {
    ...{ customer_id: CUSTOMER, org_id: `org_${"0".repeat(32)}`, tier: "pro", managed_ai: true },
    ...{ has_password: false, created_at: "2026-01-01T00:00:00Z" },
    ...{ keys: [], used: 0, used_by_developer_keys: 0 },
  };

  test("admin commands read passwords and email addresses from standard input", async () => {
    const path = ["admin", "users", "set-password", CUSTOMER];
    const set = await veilWith(() => ({ status: 204 }), path, { input: "correct horse battery\n" });
    expect([set.code, set.out]).toEqual([0, "done\n"]);
    expect(set.requests[0]?.body).toEqual({ password: "correct horse battery" });
    const find = ["admin", "customers", "find", "--email", "-"];
    const found = await veilWith(() => ({ body: details }), find, { input: "a@example.org\n" });
    expect(found.requests[0]?.body).toEqual({ email: "a@example.org" });
    expect(found.code).toBe(0);
  });

  test("admin customers create sends only the named fields", async () => {
    writeFileSync(at("provider.key"), "sk-ant-secret\n");
    const made = {
      ...{ customer_id: CUSTOMER, tier: "pro", key_id: "Zz3dE6gH", api_key: NEW_KEY },
      created: true,
    };
    const { code, requests } = await veilWith(
      () => ({ status: 201, body: made }),
      [
        ...["admin", "customers", "create", "--email", "a@example.org", "--tier", "pro"],
        ...["--provider-key-file", at("provider.key"), "--license-expires", "2027-01-31"],
        ...["--output", at("customer.key")],
      ],
    );
    expect(code).toBe(0);
    expect(requests[0]?.body).toEqual({
      ...{ email: "a@example.org", tier: "pro", provider_key: "sk-ant-secret" },
      license_expires_at: "2027-01-31T00:00:00.000Z",
    });
  });

  test("admin customers change sends the named fields, and null for --license-expires never", async () => {
    const args = ["admin", "customers", "change", CUSTOMER];
    const more = ["--license-expires", "never", "--managed-ai", "false"];
    const { requests } = await veilWith(() => ({ body: details }), [...args, ...more]);
    expect(requests[0]?.body).toEqual({ license_expires_at: null, managed_ai: false });
    for (const wrong of [[], ["--license-expires", "2027-02-30"]])
      expect((await veilWith(() => ({ body: details }), [...args, ...wrong])).code).toBe(2);
  });

  test("admin policies set exits with 2 and sends nothing for an invalid policy", async () => {
    for (const [group, input, field] of [
      ["policies", '{"types": {"FROB": true}}', "types"],
      ["call-policies", '{"tools": {"relink_tools": ["a b"]}}', "relink_tools"],
    ] as const) {
      const args = ["admin", group, "set", "Ab3dE6gH", "--file", "-"];
      const { code, err, requests } = await veilWith(() => ({}), args, { input });
      expect([code, requests.length]).toEqual([2, 0]);
      expect(err).toContain(field);
    }
  });
});

describe("veil audit", () => {
  const exported = {
    ...{ customer_id: "cus_1", tier: "pro", period: "2026-10-24 to 2026-11-23" },
    ...{ events: [], total_events: 0 },
  };
  const source = (name: string) => ({ "x-veil-audit-source": name });

  test("audit export writes JSON to standard output or to a file with mode 0600", async () => {
    const answer = { body: exported, headers: source("audit_service") };
    const args = ["audit", "export", "--days", "7"];
    const { out, err, requests } = await veilWith(() => answer, args);
    expect([JSON.parse(out), err]).toEqual([exported, ""]);
    expect(requests[0]?.path).toBe("/api/v1/audit/export?days=7");
    writeFileSync(at("audit.json"), "of before", { mode: 0o644 });
    const kept = await veilWith(() => answer, [...args, "--output", at("audit.json")]);
    expect([kept.code, kept.out]).toEqual([0, ""]);
    expect(JSON.parse(readFileSync(at("audit.json"), "utf8"))).toEqual(exported);
    expect(statSync(at("audit.json")).mode & 0o777).toBe(0o600);
  });

  test("audit export leaves an existing file unchanged when it fails", async () => {
    writeFileSync(at("audit.json"), "of before");
    const body = { error: "tier_insufficient", message: "Not on this tier" };
    const args = ["audit", "export", "--output", at("audit.json")];
    expect((await veilWith(() => ({ status: 403, body }), args)).code).toBe(3);
    expect(readFileSync(at("audit.json"), "utf8")).toBe("of before");
  });

  test("audit export prints a note when the events are not from the audit service", async () => {
    const answer = { body: exported, headers: source("memory_buffer") };
    expect((await veilWith(() => answer, ["audit", "export"])).err).toContain("memory_buffer");
  });

  test("audit verify exits with 0 for an intact log, and with 1 and the event for a broken one", async () => {
    const verified = {
      ...{ status: "intact", first_seq: 1, last_seq: 9, whole_log: true },
      verified_at: "2026-01-01T00:00:00Z",
    };
    const args = ["audit", "verify", "--newest", "10"];
    const intact = await veilWith(() => ({ body: verified }), args);
    expect([intact.code, intact.requests[0]?.path]).toEqual([
      0,
      "/api/v1/admin/audit/verification?newest=10",
    ]);
    const body = { ...verified, status: "broken", broken_seq: 4, reason: "hash" };
    const broken = await veilWith(() => ({ body }), [...args, "--json"]);
    expect([broken.code, JSON.parse(broken.out)]).toEqual([1, body]);
    expect(broken.err).toContain("event 4: hash");
  });
});

test("veil scan sends no key, and prints what was replaced", async () => {
  const body = {
    redacted: "I am [PERSON_1]",
    redactions: [{ placeholder: "[PERSON_1]", type: "PERSON" }],
    latency_ms: 3,
  };
  const { code, out, err, requests } = await veilWith(() => ({ body }), ["scan", "I am Anna"]);
  expect([code, out, err]).toEqual([0, "I am [PERSON_1]\n", "Replaced: [PERSON_1]\n"]);
  expect(requests[0]?.headers).not.toHaveProperty("x-api-key");
});
