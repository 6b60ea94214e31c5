import type { Metrics } from "@veil/service-kit/telemetry";
import type { RefusalReason } from "./domain/refused-events.ts";
import type { StampState } from "./time-stamps/time-stamp-authority.ts";
import type { WitnessState } from "./witnesses/witness.ts";

const STAMP_OUTCOMES = ["stamped", "refused", "unreachable", "failed"] as const;

export type AuditMetrics = ReturnType<typeof createAuditMetrics>;

export function createAuditMetrics(metrics: Metrics) {
  const appended = metrics.counter(
    "veil_audit_events_appended_total",
    "Events that were appended to the log, without repetitions",
    [],
  );
  const poisoned = metrics.counter(
    "veil_audit_messages_poisoned_total",
    "Messages that became dead letters because a retry cannot succeed, by reason",
    ["reason"],
  );
  const refused = metrics.counter(
    "veil_audit_events_refused_total",
    "Events of genuine batches that the log cannot hold and that became dead letters, by reason",
    ["reason"],
  );
  const checkpointSize = metrics.gauge(
    "veil_audit_checkpoint_events",
    "Events that the newest checkpoint covers",
    [],
  );
  const checkedAt = metrics.gauge(
    "veil_audit_checkpoint_timestamp_seconds",
    "When this process last made a checkpoint, or saw that the log had not grown; 0: never",
    [],
  );
  const polled = metrics.counter(
    "veil_audit_witness_requests_total",
    "Requests to a witness to cosign a checkpoint, by witness and outcome",
    ["witness", "outcome"],
  );
  const cosignatureAge = metrics.gauge(
    "veil_audit_witness_cosignature_age_seconds",
    "Time since a witness cosigned last, or since the start",
    ["witness"],
  );
  return {
    onCheckpoint(size: number, nowMs: number) {
      checkpointSize.set(size);
      checkedAt.set(nowMs / 1_000);
    },
    /** Initializes the counters to 0, so that the first refusal appears as an increase. */
    onWitness(witness: string) {
      for (const outcome of ["refused", "ahead"] as const) polled.inc({ witness, outcome }, 0);
    },
    onWitnessPolled: (witness: string, outcome: WitnessState) => polled.inc({ witness, outcome }),
    onWitnessAge: (witness: string, seconds: number) => cosignatureAge.set({ witness }, seconds),
    ...createStampMetrics(metrics),
    onAppended: (count: number) => appended.inc(count),
    onPoisoned: (reason: "signature" | "body") => poisoned.inc({ reason }),
    onRefused: (reason: RefusalReason) => refused.inc({ reason }),
  };
}

function createStampMetrics(metrics: Metrics) {
  const stamps = metrics.counter(
    "veil_audit_time_stamp_requests_total",
    "Requests for a time stamp of a checkpoint, by outcome",
    ["outcome"],
  );
  return {
    /** Initializes the counters to 0, so that the first failure appears as an increase. */
    onStamping() {
      for (const outcome of STAMP_OUTCOMES) stamps.inc({ outcome }, 0);
    },
    onStampRequest: (outcome: StampState) => stamps.inc({ outcome }),
  };
}
