import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { veilWith } from "./with-gateway.ts";

const CSV = "activity;calls\r\nsupport;3\r\n";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "veil-documents-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

test("compliance record passes the format and the days, and writes the document byte for byte with mode 0600", async () => {
  const file = path.join(folder, "record.csv");
  const { code, out, requests } = await veilWith(
    () => ({ body: CSV }),
    ["compliance", "record", "--since", "2027-01-01", "--format", "csv", "--output", file],
  );
  expect([code, out]).toEqual([0, ""]);
  const { pathname, searchParams } = new URL(String(requests[0]?.path), "http://gateway");
  expect([pathname, Object.fromEntries(searchParams)]).toEqual([
    "/api/v1/compliance/processing-record",
    { since: "2027-01-01", format: "csv" },
  ]);
  expect(readFileSync(file, "utf8")).toBe(CSV);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("compliance dpia leaves an existing file unchanged when the gateway refuses it", async () => {
  const file = path.join(folder, "dpia.html");
  writeFileSync(file, "of before");
  const body = { error: "tier_insufficient", message: "Not on this tier" };
  const args = ["compliance", "dpia", "--format", "html", "--output", file];
  expect((await veilWith(() => ({ status: 403, body }), args)).code).toBe(3);
  expect(readFileSync(file, "utf8")).toBe("of before");
});

test("compliance posture prints a control that is not met with its reason", async () => {
  const body = {
    ...{ generated_at: "2027-01-01T00:00:00.000Z", release: "1.0.0" },
    ...{ met: 0, not_met: 1, unknown: 0, unknown_share: 0 },
    controls: [
      {
        ...{ id: "retention", title: "Retention", promise: "Data is deleted", state: "not_met" },
        ...{ reason: "No sweep for two days", measured_at: null, max_age_seconds: 60 },
        ...{ measured_by: "the sweep", method: "run_time_test", figures: [], evidence: [] },
        ...{ gdpr_articles: ["5(1)(e)"], protection_goals: ["unlinkability"] },
      },
    ],
  };
  const { code, out } = await veilWith(() => ({ body }), ["compliance", "posture"]);
  expect(code).toBe(0);
  expect(out).toContain("not_met");
  expect(out).toContain("No sweep for two days");
});
