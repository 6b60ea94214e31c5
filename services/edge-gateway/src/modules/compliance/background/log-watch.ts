import { setTimeout as delay } from "node:timers/promises";
import type { Clock } from "@veil/contracts/clock";
import { sha256 } from "@veil/crypto";
import type { Logger } from "@veil/service-kit/telemetry";
import type { Checkpoint, NoteKey } from "@veil/veil/log";
import { createPeriodicTask, type PeriodicTask } from "../../../platform/periodic-task.ts";
import type { LogReader } from "../../audit/index.ts";
import { contradiction, openTrusted, witnessedAt } from "../domain/checkpoints.ts";
import type { SeenCheckpoints, WatchedLog } from "../ports.ts";

interface LogWatchOptions {
  readonly reader: Pick<LogReader, "checkpoint">;
  readonly seen: SeenCheckpoints;
  /** The public keys that may sign checkpoints of the log. */
  readonly logKeys: readonly Uint8Array[];
  /** Witnesses whose cosignatures a new checkpoint gets a moment later. */
  readonly witnesses: readonly NoteKey[];
  readonly intervalMs: number;
  /** How long the first run waits for the other services to start. */
  readonly startDelayMs: number;
  readonly log: Logger;
  readonly nowMs: Clock;
}

/** A witness cosigns a checkpoint a fraction of a second after it was made. */
const MAX_READS = 5;
const READ_AGAIN_MS = 300;
/** How many comparisons are remembered, for documents that state one of them. */
const REMEMBERED = 8;

export interface LogWatch extends PeriodicTask {
  /** Returns the last comparison. Undefined if there was none. */
  last(): WatchedLog | undefined;
  /** Compares the log unless that already happened. */
  ready(): Promise<void>;
  /** Returns a recent comparison by the SHA-256 of its checkpoint, in hexadecimal. */
  find(checkpointSha256: string): WatchedLog | undefined;
}

/**
 * Creates the task that compares the audit log with the newest checkpoint that a replica of this
 * gateway has verified. The comparison trusts only the log's signatures and hashes.
 */
export function createLogWatch(options: LogWatchOptions): LogWatch {
  const { intervalMs, startDelayMs, log } = options;
  const recent: WatchedLog[] = [];
  const onError = (error: unknown) => log.warn("audit_log_not_compared", { error });

  async function run(): Promise<void> {
    const compared = await compare(options);
    if (compared === undefined) return;
    recent.push(compared);
    if (recent.length > REMEMBERED) recent.shift();
    if (compared.broken !== undefined) log.error("audit_log_broken", { reason: compared.broken });
  }

  const task = createPeriodicTask({ intervalMs, batchMs: startDelayMs, onError }, run);
  task.trigger();
  return {
    ...task,
    last: () => recent.at(-1),
    async ready() {
      if (recent.length === 0) await run();
    },
    find: (sha) => recent.find(({ checkpointSha256 }) => checkpointSha256 === sha),
  };
}

async function compare(options: LogWatchOptions): Promise<WatchedLog | undefined> {
  const { seen, logKeys, nowMs } = options;
  const stored = await seen.find();
  const earlier = stored === undefined ? undefined : openTrusted(stored, logKeys);
  const answer = await cosignedCheckpoint(options, earlier?.size);
  if (answer === undefined) return earlier && lost(earlier, stored ?? "", nowMs());
  const { checkpoint, consistency } = answer;
  const present = openTrusted(checkpoint, logKeys);
  const broken = earlier && brokenBy(earlier, present, consistency);
  if (broken === undefined) await seen.save(checkpoint, present.size);
  return watched(present, checkpoint, broken, nowMs());
}

/** Reads the newest checkpoint, and again a few times while a witness has not cosigned it. */
async function cosignedCheckpoint(
  { reader, witnesses }: LogWatchOptions,
  from: number | undefined,
): ReturnType<LogReader["checkpoint"]> {
  let answer = await reader.checkpoint(from);
  for (let read = 1; read < MAX_READS && answer !== undefined; read += 1) {
    const { checkpoint } = answer;
    if (witnesses.every((witness) => witnessedAt(checkpoint, witness) !== undefined)) break;
    await delay(READ_AGAIN_MS, undefined, { ref: false });
    answer = await reader.checkpoint(from);
  }
  return answer;
}

function brokenBy(earlier: Checkpoint, present: Checkpoint, consistency: readonly string[]) {
  if (earlier.origin !== present.origin) return "The checkpoint is of another log";
  return contradiction(
    earlier,
    present,
    consistency.map((hash) => Buffer.from(hash, "base64")),
  );
}

/** Describes a log that had entries and now has no checkpoint. */
function lost(earlier: Checkpoint, checkpoint: string, nowMs: number): WatchedLog {
  const broken = `The log had ${earlier.size} entries and now has none`;
  return watched({ ...earlier, size: 0 }, checkpoint, broken, nowMs);
}

function watched(
  { size }: Checkpoint,
  checkpoint: string,
  broken: string | undefined,
  nowMs: number,
): WatchedLog {
  const checkpointSha256 = sha256(checkpoint).toString("hex");
  return { at: new Date(nowMs), size, checkpoint, checkpointSha256, broken };
}
