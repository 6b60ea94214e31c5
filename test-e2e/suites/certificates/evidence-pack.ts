import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { checked } from "@veil/contracts/parsing";
import { DpiaResponse } from "@veil/contracts/public/compliance/dpia";
import { ProcessingRecordResponse } from "@veil/contracts/public/compliance/record";
import { until } from "@veil/testing";
import { veil } from "../../support/clients/command-line.ts";
import { finalOf } from "../../support/clients/gateway.ts";
import { trustOf } from "../../support/keys.ts";
import type { Scenario } from "../../support/scenario.ts";
import { letterRequest, PERSON_EN } from "../../support/texts.ts";

const SIGNER_KEY = "veil-signer/manifest";
const CALLS = 3;
const ACTIVITY = "claims-triage";
const PURPOSE = "Settling claims";
const WRONG_PIN = `other:${"82bca4dd".repeat(8)}`;
/** 10 and the number of the step `manifest_trust`. */
const UNTRUSTED_EXIT = 21;

/** Covers evidence packs with all processes: an auditor verifies one with the command and the file. */
export function describeEvidencePack(scenario: () => Scenario): void {
  describe("An evidence pack", () => {
    let folder = "";
    beforeAll(() => {
      folder = mkdtempSync(path.join(tmpdir(), "veil-evidence-"));
    });
    afterAll(() => rmSync(folder, { recursive: true }));

    const pinOf = () => {
      const { keys } = trustOf(scenario().stack);
      const key = keys.find(({ service, purpose }) => `${service}/${purpose}` === SIGNER_KEY);
      return `${key?.key_id}:${key?.public_key}`;
    };

    /** Makes calls with an activity while a person's value is erased. */
    async function callsDuringErasure(apiKey: string): Promise<readonly string[]> {
      const { gateway } = scenario();
      const at = (rest: string, method: "POST" | "PATCH", body: object) =>
        gateway.call({ method, path: `/api/v1/compliance/dsar${rest}`, apiKey, body });
      const subject = { kind: "value", value: PERSON_EN.name };
      const { body } = await at("", "POST", { subject_request_type: "erasure", subject });
      const id = `/${String(body["subject_request_id"])}`;
      await at(id, "PATCH", { request_status: "in_progress" });
      const order = { ...letterRequest(), activity_id: ACTIVITY };
      const [erased, ...replies] = await Promise.all([
        at(id, "PATCH", { request_status: "completed" }),
        ...Array.from({ length: CALLS }, () => gateway.proxy(apiKey, order)),
      ]);
      expect(erased.body["request_status"]).toBe("completed");
      return replies.map((reply) => finalOf(reply).request_id ?? "");
    }

    /** Expects the calls and the customer's input in the record and in the assessment. */
    async function expectDocuments(apiKey: string): Promise<void> {
      const at = (rest: string, body?: object) =>
        scenario().gateway.call({
          ...{ path: `/api/v1/compliance/${rest}`, apiKey },
          ...(body !== undefined && { method: "PUT", body }),
        });
      await at(`processing-record/${ACTIVITY}`, { purposes: PURPOSE });
      const record = checked(ProcessingRecordResponse)((await at("processing-record")).body);
      const activity = record.activities.find(({ activity_id }) => activity_id === ACTIVITY);
      expect(activity).toMatchObject({ calls: CALLS, recipients: [{ calls: CALLS }] });
      const types = activity?.categories.map(({ type }) => type) ?? [];
      expect(types).toEqual(expect.arrayContaining(["EMAIL", "IBAN", "PERSON"]));
      expect(activity?.fields).toContainEqual(
        expect.objectContaining({ name: "purposes", state: "input", value: PURPOSE }),
      );
      const dpia = checked(DpiaResponse)((await at("dpia?language=de")).body);
      expect(JSON.stringify(dpia)).toContain(ACTIVITY);
    }

    test("After calls with an activity, in the middle of which a person was erased, the pack verifies with the command and the file alone", async () => {
      const { gateway, stack } = scenario();
      const { apiKey } = await stack.provision({ tier: "pro" });
      const requestIds = await callsDuringErasure(apiKey);
      for (const requestId of requestIds)
        await until("the certificate is in the log", async () => {
          const { body } = await gateway.call({
            path: `/api/v1/veil/certificate/${requestId}`,
            apiKey,
          });
          return typeof body["evidence"] === "object" && body["evidence"] !== null;
        });
      await expectDocuments(apiKey);
      const file = path.join(folder, "pack.zip");
      const env = { VEIL_URL: gateway.url, VEIL_API_KEY: apiKey };
      const written = ["compliance", "evidence-pack", "--since", "2026-01-01", "--output", file];
      expect((await veil(written, { env })).code).toBe(0);

      const verify = (pin: string) =>
        veil(["evidence", "verify", file, "--pin", pin, "--json"], { env: {} });
      const { code, out, err } = await verify(pinOf());
      expect([code, err]).toEqual([0, ""]);
      expect(JSON.parse(out)).toMatchObject({
        ...{ valid: true, certificates: { listed: CALLS, sampled: CALLS } },
      });
      expect((await verify(WRONG_PIN)).code).toBe(UNTRUSTED_EXIT);
    });
  });
}
