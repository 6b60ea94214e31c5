import { describe, expect, test } from "@jest/globals";
import type { MeasuredControl } from "@veil/contracts/public/compliance/posture";
import { VerificationError } from "@veil/crypto";
import type { IsolationReport } from "../../../isolation/index.ts";
import type { CertificateFigures } from "../../ports.ts";
import { measuredControl } from "../control.ts";
import { createReadPosture } from "../posture.ts";
import {
  at,
  CUSTOMER,
  checkpoint,
  controlsOf,
  event,
  GOOD,
  key,
  manifest,
  NOW,
  otherWitness,
  type Sources,
  signed,
  trail,
  watchedLog,
  zone,
} from "./sources.fixture.ts";

async function measured(changes: Partial<Sources>): Promise<readonly MeasuredControl[]> {
  const readPosture = createReadPosture({
    controls: controlsOf({ ...GOOD, ...changes }),
    release: "1.2.3",
    onFailed: () => {},
    nowMs: () => NOW.getTime(),
  });
  return (await readPosture(CUSTOMER)).controls;
}

const changedIsolation = (changes: Partial<IsolationReport>): Partial<Sources> => ({
  isolation: { ...GOOD.isolation, ...changes },
});
const zones = (changes: object) => ({
  a: { ...zone, signed, ...changes },
  b: { ...zone, signed },
});
const certificates = (changes: Partial<CertificateFigures>): Partial<Sources> => ({
  certificates: { ...GOOD.certificates, ...changes },
});

const stamp = (changes: Partial<NonNullable<Sources["stamp"]>>): Partial<Sources> => ({
  stamp: GOOD.stamp && { ...GOOD.stamp, ...changes },
});

/** Each row changes one source: the only control that it affects, and that control's new state. */
const CHANGES: readonly (readonly [
  what: string,
  changes: Partial<Sources>,
  id: string,
  state: MeasuredControl["state"],
])[] = [
  ["sandbox B accepts A", changedIsolation({ aToB: "open" }), "isolation_a_to_b", "not_met"],
  ["no probe of A", changedIsolation({ aToB: "unverified" }), "isolation_a_to_b", "unknown"],
  [
    "A reaches another target",
    changedIsolation({ zones: zones({ leaks: ["db 10.0.0.1:5432"] }) }),
    "isolation_a_to_b",
    "not_met",
  ],
  [
    "a target of A is not proven",
    changedIsolation({ zones: zones({ unproven: ["db refused"] }) }),
    "isolation_a_to_b",
    "unknown",
  ],
  ["sandbox A accepts B", changedIsolation({ bToA: "open" }), "isolation_b_to_a", "not_met"],
  ["a proxy in front", { ownTls: false }, "transport_clients", "unknown"],
  [
    "plain HTTP for clients",
    { ownTls: false, publicUrl: "http://ai.example.org" },
    "transport_clients",
    "not_met",
  ],
  ["plain HTTP between services", { services: "none" }, "transport_services", "not_met"],
  ["a service mesh", { services: "service mesh" }, "transport_services", "unknown"],
  ["a plain database connection", { tlsVersion: undefined }, "transport_servers", "not_met"],
  [
    "a plain broker connection",
    { servers: [{ name: "broker", encrypted: false }] },
    "transport_servers",
    "not_met",
  ],
  ["a provider without a region", { regions: new Map() }, "providers", "unknown"],
  [
    "plain HTTP to the provider",
    { providers: [{ name: "anthropic", host: "proxy", encrypted: false }] },
    "transport_providers",
    "not_met",
  ],
  ["no canary", { canary: undefined }, "masking_canary", "unknown"],
  [
    "an old canary",
    { canary: { at: at(-181), planted: 3, missed: [] } },
    "masking_canary",
    "unknown",
  ],
  [
    "a value that came through",
    { canary: { at: at(-1), planted: 3, missed: ["IBAN"] } },
    "masking_canary",
    "not_met",
  ],
  ["other models", { models: [] }, "detection_accuracy", "unknown"],
  [
    "an answer that is stored in clear",
    { sealed: [{ column: "jobs.answer", value: Buffer.from("Sehr geehrte Frau Weber, ...") }] },
    "sealed_storage",
    "not_met",
  ],
  ["nothing that is sealed", { sealed: [] }, "sealed_storage", "unknown"],
  [
    "an address in the facts of a job",
    { clear: [{ column: "jobs.facts", value: '{"to":"ann@example.org"}' }] },
    "no_values_at_rest",
    "not_met",
  ],
  ["no facts", { clear: [] }, "no_values_at_rest", "unknown"],
  [
    "a log that lost entries",
    { watched: watchedLog(checkpoint(at(-60)), { broken: "The log lost entries" }) },
    "audit_log_consistent",
    "not_met",
  ],
  [
    "an old comparison",
    { watched: watchedLog(checkpoint(at(-60)), { at: at(-301) }) },
    "audit_log_consistent",
    "unknown",
  ],
  ["no witness", { witnesses: [] }, "audit_log_witnessed", "unknown"],
  [
    "the cosignature of another witness",
    { watched: watchedLog(checkpoint(at(-60), otherWitness)) },
    "audit_log_witnessed",
    "not_met",
  ],
  [
    "an old cosignature",
    { watched: watchedLog(checkpoint(at(-601))) },
    "audit_log_witnessed",
    "unknown",
  ],
  ["no trusted authority", { trustsAuthority: false }, "audit_log_time_stamped", "unknown"],
  ["no time stamp", { stamp: undefined }, "audit_log_time_stamped", "not_met"],
  ["an old time stamp", stamp({ at: at(-27 * 3_600) }), "audit_log_time_stamped", "not_met"],
  [
    "a time stamp of another history",
    stamp({ broken: "Not the entries from before" }),
    "audit_log_time_stamped",
    "not_met",
  ],
  ["no certificates", { certified: false }, "certificates", "not_met"],
  ["a refused certificate", certificates({ refused: 1 }), "certificates", "not_met"],
  ["a late certificate", certificates({ oldestPending: at(-3_601) }), "certificates", "not_met"],
  ["a late proof", certificates({ oldestUnproven: at(-3_601) }), "certificates", "not_met"],
  ["no calls", certificates({ issued: 0, pending: 0 }), "certificates", "unknown"],
  [
    "one signature",
    { manifest: manifest([key("k-1", "2026-11-01T00:00:00Z")], ["gateway"]) },
    "key_manifest",
    "not_met",
  ],
  [
    "a wrong signature",
    {
      verify() {
        throw new VerificationError("bad_signature", "Manifest: bad signature");
      },
    },
    "key_manifest",
    "unknown",
  ],
  [
    "an old key",
    { manifest: manifest([key("k-1", "2025-11-01T00:00:00Z")], ["gateway", "witness"]) },
    "key_age",
    "not_met",
  ],
  ["no sweep", { swept: [] }, "retention", "unknown"],
  [
    "an old sweep",
    { swept: [{ rule: "sessions", kept: "", sweptAt: at(-27 * 3_600) }] },
    "retention",
    "unknown",
  ],
  ["a lost log", { trail: trail({ source: "none" }) }, "operator_changes", "unknown"],
  ["too many events", { trail: trail({ clipped: true }) }, "operator_changes", "unknown"],
];

describe("The controls", () => {
  test("when every promise is kept, all controls are met, with a time and at least one figure", async () => {
    const controls = await measured({});
    for (const control of controls.filter(({ id }) => id !== "detection_accuracy"))
      expect([control.id, control.state, control.figures.length > 0]).toEqual([
        ...[control.id, "met", true],
      ]);
    expect(new Set(controls.map(({ id }) => id)).size).toBe(controls.length);
    for (const control of controls) {
      expect(control.measured_at).not.toBeNull();
      expect(control.gdpr_articles.length).toBeGreaterThan(0);
      expect(control.protection_goals.length).toBeGreaterThan(0);
    }
  });

  test.each(CHANGES)("with %s, only that control changes", async (_what, changes, id, state) => {
    const [before, after] = [await measured({}), await measured(changes)];
    const control = after.find((each) => each.id === id);
    expect(control?.state).toBe(state);
    expect(control?.reason).toEqual(expect.any(String));
    const others = (all: readonly MeasuredControl[]) =>
      all.filter((each) => each.id !== id).map((each) => [each.id, each.state]);
    expect(others(after)).toEqual(others(before));
  });

  test("every control leaves the state met in at least one row", async () => {
    const changed = new Set(CHANGES.map(([, , id]) => id));
    expect([...changed].toSorted()).toEqual((await measured({})).map(({ id }) => id).toSorted());
  });

  test("a control with a maximum age is unknown once that age has passed", async () => {
    for (const control of controlsOf(GOOD)) {
      const measurement = await control.measure(CUSTOMER);
      const { maxAgeMs = Number.NaN } = control;
      const later = (measurement.measuredAt?.getTime() ?? 0) + maxAgeMs + 1;
      if (control.maxAgeMs !== undefined)
        expect(measuredControl(control, measurement, later).state).toBe("unknown");
    }
  });

  test("figures follow their source", async () => {
    const figuresOf = async (changes: Partial<Sources>, id: string) =>
      (await measured(changes)).find((control) => control.id === id)?.figures;
    expect(await figuresOf({}, "operator_changes")).toContainEqual({
      ...{ name: "KEY_ISSUED in 30 days", value: 1 },
    });
    const other = { trail: trail({ events: [event("admin:1"), event("admin:1")] }) };
    expect(await figuresOf(other, "operator_changes")).toContainEqual({
      ...{ name: "KEY_ISSUED in 30 days", value: 2 },
    });
    expect(await figuresOf(certificates({ issued: 7 }), "certificates")).toContainEqual({
      ...{ name: "issued in 30 days", value: 7 },
    });
    expect(await figuresOf({}, "key_age")).toEqual([{ name: "k-1: days", value: 20 }]);
  });
});
