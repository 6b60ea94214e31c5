import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { IsolationCertificate } from "@veil/contracts/certificate";
import { checked } from "@veil/contracts/parsing";
import { until } from "@veil/testing";
import { createNodeCrypto } from "@veil/veil";
import { parsePin, parseVkey, VERIFICATION_STEPS, verifyCertificate } from "@veil/veil/verifier";
import { veil } from "../../support/clients/command-line.ts";
import { finalOf } from "../../support/clients/gateway.ts";
import { trustOf } from "../../support/keys.ts";
import type { Scenario } from "../../support/scenario.ts";
import { letterRequest } from "../../support/texts.ts";

type FileName = "certificate" | "manifest" | "openings" | "response";

const parseCertificate = checked(IsolationCertificate);
const MANIFEST_PATH = "/.well-known/veil-keys.json";

/**
 * Covers certificates with all processes, including the witness. An auditor must be able to verify
 * them from files alone.
 */
export function describeCertificateEvidence(scenario: () => Scenario): void {
  describe("A certificate of a real call", () => {
    let folder: string;
    let pin: string;
    beforeAll(() => {
      folder = mkdtempSync(path.join(tmpdir(), "veil-certificate-"));
      const { keys } = trustOf(scenario().stack);
      const key = keys.find(({ service, purpose }) => `${service}/${purpose}` === SIGNER_KEY);
      pin = `${key?.key_id}:${key?.public_key}`;
    });
    afterAll(() => rmSync(folder, { recursive: true }));

    async function completed() {
      const { gateway, customer } = scenario();
      const { apiKey } = await customer({ tier: "pro" });
      const answered = await gateway.proxy(apiKey, letterRequest());
      const url = `/api/v1/veil/certificate/${finalOf(answered).request_id}`;
      const certificate = await until("the certificate has its evidence", async () => {
        const reply = await gateway.call({ path: url, apiKey });
        if (reply.status === 202) return false;
        const certificate = parseCertificate(reply.body);
        return certificate.evidence !== null && certificate;
      });
      const openings = (await gateway.call({ path: `${url}/openings`, apiKey })).text;
      return { certificate: JSON.stringify(certificate), openings, response: answered.text };
    }

    function verifyByCommand(files: Readonly<Record<FileName, string>>) {
      const at = (name: string) => path.join(folder, `${name}.json`);
      for (const [name, text] of Object.entries(files)) writeFileSync(at(name), text);
      const { witnessKey = "" } = scenario().stack;
      const trust = ["--manifest", at("manifest"), "--pin", pin, "--witness", witnessKey];
      const own = ["--openings", at("openings"), "--response", at("response")];
      return veil(["verify", ...trust, ...own, at("certificate")], { env: {} });
    }

    test("A real call's certificate is in the log, is covered by the witness's cosignature, and verifies from files alone", async () => {
      const { gateway, stack } = scenario();
      const { witnessKey = "" } = stack;
      const { certificate, ...own } = await completed();
      const manifest = (await gateway.call({ path: MANIFEST_PATH })).text;

      const verified = verifyCertificate(
        { certificate: Buffer.from(certificate), manifest: Buffer.from(manifest) },
        {
          ...{ pins: [parsePin(pin)], witnesses: [parseVkey(witnessKey)] },
          crypto: createNodeCrypto(),
        },
      );
      expect(verified.passed).toEqual(Object.keys(VERIFICATION_STEPS));
      expect(verified.judgedAt.by).toBe("witnesses");

      const page = await verifyByCommand({ certificate, manifest, ...own });
      expect([page.code, page.err]).toEqual([0, ""]);
      expect(page.out).toContain(`VALID. Issued ${verified.certificate.signable.issued_at}`);
      expect(page.out).not.toContain("no data");

      const changed = certificate.replace('"status":"completed"', '"status":"aborted"');
      expect(changed).not.toBe(certificate);
      const refused = await verifyByCommand({ certificate: changed, manifest, ...own });
      expect(refused.out).toContain("NOT VALID. Step 6");
      expect(refused.code).toBe(16);
    });
  });
}

const SIGNER_KEY = "veil-signer/manifest";
