import { expect, test } from "@jest/globals";
import fc from "fast-check";
import type { TSchema } from "typebox";
import { LoggedEvent } from "../audit/events.ts";
import { IsolationCertificate } from "../certificate.ts";
import { SignedSummary } from "../certificate-summary.ts";
import { IsolationFindings } from "../isolation.ts";
import { VeilKeysManifest } from "../signer.ts";
import { checked } from "./checked.ts";
import { checked as checkedPortable } from "./checked-portable.ts";

const HEX = "ab".repeat(32);
const AT = "2026-01-02T12:00:00Z";
const signature = { key_id: "k1", algorithm: "Ed25519", signature: "cd".repeat(64) };
const manifest = { version: 1, sha256: HEX };
const place = { salt: "ef".repeat(16), size: 2, root: HEX, index: 0, path: [HEX] };
const by = { protocol_version: 2, issuer: "g", environment: "production", issued_at: AT, manifest };
const counts = { dlp_redacted: false, redaction_count: 0, sanitizer_layers: ["L1"], attempts: 1 };
const isolation = {
  ...{ a_to_b: "blocked", b_to_a: "open", enforced_by: "service-credentials", probed_at: null },
};
const item = { item: "token", class: "token", peer: "bridge", commitment: HEX, bytes: 1 };
const claim = {
  ...{ type: "veil/claim/v1", component: "bridge", leg_id: "l1", at: AT },
  ...{ received: [item], emitted: [] },
};
const batch = {
  ...{ type: "veil/claim-batch/v1", component: "bridge", key_id: "k1", signed_at: AT },
  ...{ size: 1, root: HEX, signature: signature.signature },
};
const key = {
  ...{ service_id: "bridge", key_id: "k1", public_key: HEX, purpose: "claim" },
  ...{ algorithm: "Ed25519", key_state: "active" },
};

const VALID: readonly (readonly [string, TSchema, object])[] = [
  [
    "a certificate",
    IsolationCertificate,
    {
      signable: {
        ...{ type: "veil/isolation-certificate/v2", ...by, request_id: "r1", release: null },
        ...{ isolation: { ...isolation, reports: [] }, trace_sha256: HEX, ...counts },
        ...{ status: "completed", claims: [{ claim, batch, index: 0, path: [HEX] }] },
      },
      ...{ place, signature, evidence: null },
    },
  ],
  [
    "a summary",
    SignedSummary,
    {
      summary: {
        ...{ type: "veil/certificate-summary/v2", ...by, request_id: "r1" },
        ...{ call_status: "failed", certificate_sha256: HEX, isolation, ...counts },
        components: [
          {
            ...{ component: "bridge", key_id: "k1", at: AT, emitted: [] },
            received: [{ class: "identity", peer: "edge-gateway", items: 1, bytes: 3 }],
          },
        ],
      },
      ...{ place, signature },
    },
  ],
  [
    "a manifest",
    VeilKeysManifest,
    {
      ...{ issuer: "g", version: 1, supported_protocol_versions: [1], keys: [key], signed_at: AT },
      ...{ signatures: { gateway: signature, witness: signature }, served_at: AT },
    },
  ],
  [
    "findings of a probe",
    IsolationFindings,
    {
      ...{ type: "veil/isolation-findings/v1", probe: "bridge-probe", probed_at: AT, rounds: 1 },
      targets: [{ name: "t", address: null, port: 1, expected: "open", outcome: "silent" }],
    },
  ],
  [
    "a logged event",
    LoggedEvent,
    {
      ...{ version: 2, event_id: "e", occurred_at: AT, event_type: "A", actor: "a", scope: "s" },
      payload: { certificate_sha256: HEX },
    },
  ],
];

const OTHERS = fc.oneof(
  fc.constantFrom<unknown>(null, true, "", "ab", HEX, HEX.toUpperCase(), AT, -1, 0, 1.5, 2 ** 53),
  fc.constantFrom<unknown>([], {}, [null], "completed", "2026-02-30T12:00:00Z", "bridge"),
  fc.jsonValue(),
);
const NAMES = fc.constantFrom("__proto__", "constructor", "toString", "x", "evidence", "length");

/** Returns a copy of `value` with one part replaced, removed or added; `at` selects which part. */
function changed(value: unknown, at: number, [what, name, other]: Change): unknown {
  const copy = JSON.parse(JSON.stringify(value)) as unknown;
  const places: (() => void)[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    const own = node as Record<string, unknown>;
    const put = (key: string) =>
      Object.defineProperty(own, key, { value: other, enumerable: true, configurable: true });
    places.push(() => void (Array.isArray(node) ? node.push(other) : put(name)));
    for (const member of Object.keys(own)) {
      places.push(() => {
        if (what === "remove" && !Array.isArray(node)) Reflect.deleteProperty(own, member);
        else put(member);
      });
      visit(own[member]);
    }
  };
  visit(copy);
  places[at % places.length]?.();
  return copy;
}

type Change = readonly [what: "remove" | "replace", name: string, other: unknown];

function passes(parse: (value: unknown) => unknown, value: unknown): boolean {
  try {
    parse(value);
    return true;
  } catch {
    return false;
  }
}

test.each(VALID)(
  "for any change to %s, checked and checkedPortable both accept it or both refuse it",
  (_, schema, valid) => {
    const [check, portable] = [checked(schema), checkedPortable(schema)];
    expect([passes(check, valid), passes(portable, valid)]).toEqual([true, true]);
    const change = fc.tuple(fc.constantFrom("remove" as const, "replace" as const), NAMES, OTHERS);
    fc.assert(
      fc.property(fc.nat(), change, (at, how) => {
        const value = changed(valid, at, how);
        expect(passes(portable, value)).toBe(passes(check, value));
      }),
      { numRuns: 300 },
    );
  },
);
