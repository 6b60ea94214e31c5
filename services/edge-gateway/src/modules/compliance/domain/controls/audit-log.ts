import type { NoteKey } from "@veil/veil/log";
import { StampRefusedError } from "@veil/veil/time-stamp";
import type { WatchedLog } from "../../ports.ts";
import { witnessedAt } from "../checkpoints.ts";
import type { Control, Measurement } from "../control.ts";
import type { NewestTimeStamp, VerifiedTimeStamp } from "../newest-time-stamp.ts";

interface AuditLogControlDeps {
  /** Returns the last comparison of the log. Undefined if there was none. */
  readonly watched: () => WatchedLog | undefined;
  /** The keys of the witnesses that the operator trusts. */
  readonly witnesses: readonly NoteKey[];
  /** Undefined if the operator trusts no time-stamping authority. */
  readonly timeStamp: NewestTimeStamp | undefined;
  readonly now: () => Date;
}

/** The log is compared every minute; four comparisons may fail before the state is unknown. */
const WATCH_VALID_MS = 5 * 60_000;
/** The log has its checkpoints cosigned every minute. */
const WITNESS_VALID_MS = 10 * 60_000;

const COMMON = {
  measuredBy: "edge gateway",
  articles: ["5(2)", "32(1)(b)"],
  goals: ["integrity", "transparency"],
} as const satisfies Partial<Control>;

/** The log is stamped every hour while it grows, unless the operator has set another interval. */
const STAMP_VALID_MS = 26 * 60 * 60_000;

/** Returns the controls for the audit log. */
export function auditLogControls(deps: AuditLogControlDeps): readonly Control[] {
  const { watched, witnesses, timeStamp, now } = deps;
  return [
    {
      ...COMMON,
      id: "audit_log_consistent",
      title: "The audit log only grows",
      promise:
        "The log contains all events that it contained before, unchanged and in the same order. The gateway verifies this with the log's proofs.",
      method: "run_time_test",
      maxAgeMs: WATCH_VALID_MS,
      measure: async () => consistency(watched()),
    },
    {
      ...COMMON,
      id: "audit_log_witnessed",
      title: "Witnesses cosign the audit log",
      promise:
        "A witness that the operator does not control cosigns the log, so that the log cannot show different readers different events.",
      method: "signed_report",
      maxAgeMs: WITNESS_VALID_MS,
      measure: async () => cosignatures(watched(), witnesses),
    },
    {
      ...COMMON,
      id: "audit_log_time_stamped",
      title: "An authority stamps the audit log with the time",
      promise:
        "A time-stamping authority (RFC 3161) signs when the log had its entries, so that no entry can be dated back.",
      method: "signed_report",
      maxAgeMs: WATCH_VALID_MS,
      measure: async () => await timeStampState(timeStamp, now()),
    },
  ];
}

function consistency(last: WatchedLog | undefined): Measurement {
  if (last === undefined) return { state: "unknown", measuredAt: undefined };
  const { at: measuredAt, size, broken, checkpointSha256 } = last;
  const figures = [{ name: "entries", value: size }];
  const evidence = [{ address: "checkpoint of the audit log", sha256: checkpointSha256 }];
  if (broken === undefined) return { state: "met", measuredAt, figures, evidence };
  return { state: "not_met", reason: broken, measuredAt, figures, evidence };
}

async function timeStampState(
  timeStamp: NewestTimeStamp | undefined,
  measuredAt: Date,
): Promise<Measurement> {
  if (timeStamp === undefined)
    return { state: "unknown", reason: "No authority is configured", measuredAt: undefined };
  try {
    const stamp = await timeStamp();
    if (stamp !== undefined) return stateOf(stamp, measuredAt);
    return { state: "not_met", reason: "There is no time stamp", measuredAt };
  } catch (error) {
    if (!(error instanceof StampRefusedError)) throw error;
    return { state: "not_met", reason: `It is refused: ${error.reason}`, measuredAt };
  }
}

function stateOf(
  { at, size, logSize, sha256, broken }: VerifiedTimeStamp,
  measuredAt: Date,
): Measurement {
  const isRecent = size === logSize || measuredAt.getTime() - at.getTime() <= STAMP_VALID_MS;
  const reason = broken ?? (isRecent ? undefined : `The newest is of ${at.toISOString()}`);
  return {
    ...{ state: reason === undefined ? "met" : "not_met", reason, measuredAt },
    figures: [
      { name: "stamped at", value: at.toISOString() },
      { name: "entries stamped", value: size },
    ],
    evidence: [{ address: "time stamp of the audit log", sha256 }],
  };
}

function cosignatures(last: WatchedLog | undefined, witnesses: readonly NoteKey[]): Measurement {
  if (witnesses.length === 0)
    return { state: "unknown", reason: "No witness is configured", measuredAt: undefined };
  if (last === undefined) return { state: "unknown", measuredAt: undefined };
  const times = witnesses.map((witness) => ({
    name: witness.name,
    at: witnessedAt(last.checkpoint, witness),
  }));
  const missing = times.filter(({ at }) => at === undefined).map(({ name }) => name);
  const known = times.map(({ at }) => at?.getTime() ?? Number.NaN);
  return {
    state: missing.length === 0 ? "met" : "not_met",
    reason: missing.length === 0 ? undefined : `Not cosigned by ${missing.join(", ")}`,
    measuredAt: missing.length === 0 ? new Date(Math.min(...known)) : last.at,
    figures: times.map(({ name, at }) => ({ name, value: at?.toISOString() ?? null })),
    evidence: [{ address: "checkpoint of the audit log", sha256: last.checkpointSha256 }],
  };
}
