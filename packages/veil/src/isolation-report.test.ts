import { describe, expect, test } from "@jest/globals";
import type { IsolationFindings } from "@veil/contracts/isolation";
import {
  loadServiceKeys,
  type PrincipalName,
  parseTrustBundle,
  signMessage,
  systemRandomBytes,
  type VerificationCode,
} from "@veil/crypto";
import { openIsolationReport } from "./isolation-report.ts";
import { createKeySet } from "./key-set.ts";

const keySet = createKeySet(systemRandomBytes);
const trust = parseTrustBundle(JSON.stringify(keySet.trust));

const findings: IsolationFindings = {
  type: "veil/isolation-findings/v1",
  probe: "bridge-probe",
  probed_at: "2026-01-01T00:00:00Z",
  rounds: 1,
  targets: [{ name: "redis", address: null, port: 6379, expected: "blocked", outcome: "silent" }],
};

function signed(body: string, signer: PrincipalName = "bridge-probe", receiver = "edge-gateway") {
  const own = keySet.services.find(({ service }) => service === signer);
  const key = loadServiceKeys(JSON.stringify(own)).signing("message");
  const from = { service: "bridge-probe", ...key } as const;
  return signMessage(body, from, receiver as PrincipalName);
}

const open = (report: unknown) => openIsolationReport(report, "bridge-probe", trust);
const body = JSON.stringify(findings);

test("openIsolationReport returns the findings that the probe signed for the gateway", () => {
  expect(open(signed(body))).toEqual(findings);
});

describe("Reports that openIsolationReport refuses", () => {
  test.each<[string, unknown, VerificationCode]>([
    ["that is null", null, "malformed"],
    ["without a signature", { ...signed(body), signature: undefined }, "malformed"],
    ["for another receiver", signed(body, "bridge-probe", "audit"), "malformed"],
    ["of another sender", { ...signed(body), sender: "inference-worker-probe" }, "wrong_sender"],
    ["signed with another service's key", signed(body, "inference-worker-probe"), "unknown_key"],
    ["with a letter changed", { ...signed(body), body: `${body} ` }, "bad_signature"],
    ["whose text is not JSON", signed("{"), "malformed"],
    ["whose text is not findings", signed("{}"), "malformed"],
    [
      "with the other probe's findings",
      signed(JSON.stringify({ ...findings, probe: "inference-worker-probe" })),
      "wrong_sender",
    ],
  ])("openIsolationReport throws for a report %s", (_case, report, code) => {
    expect(() => open(report)).toThrow(
      expect.objectContaining({ name: "VerificationError", code }),
    );
  });
});
