import type { Clock } from "@veil/contracts/clock";
import type { Logger } from "@veil/service-kit/telemetry";
import type { StoredCheckpoint, TimeStampStore } from "../checkpoints/checkpoint-ports.ts";
import type {
  StampAnswer,
  StampReport,
  StampState,
  TimeStampAuthority,
} from "./time-stamp-authority.ts";

const RETRY_MS = 60_000;

interface StampingDeps {
  readonly authority: TimeStampAuthority;
  readonly store: TimeStampStore;
  readonly intervalMs: number;
  readonly nowMs: Clock;
  readonly log: Logger;
  readonly onRequest: (state: StampState) => void;
}

export interface TimeStamper {
  /**
   * Requests a time stamp, unless there is already one for this interval or the log has not grown
   * since the last one. Never rejects.
   */
  stamp(checkpoint: StoredCheckpoint): Promise<void>;
  report(): StampReport;
}

/**
 * Creates a time stamper. Replicas see each other's stamps in the store; if two request one at the
 * same time, the only cost is a redundant stamp.
 */
export function createTimeStamper(deps: StampingDeps): TimeStamper {
  const { authority, store, intervalMs, nowMs, log, onRequest } = deps;
  let state: StampState = "pending";
  let last: { readonly size: number; readonly keptAt: Date } | undefined;
  let isBusy = false;
  let notBeforeMs = 0;

  async function exchange({ size, note }: StoredCheckpoint): Promise<void> {
    last = (await store.latestTimeStamp()) ?? last;
    notBeforeMs = (last?.keptAt.getTime() ?? Number.NEGATIVE_INFINITY) + intervalMs;
    if (nowMs() < notBeforeMs || last?.size === size) return;
    // Set before the request, so that the retry is delayed even if the code below throws.
    notBeforeMs = nowMs() + RETRY_MS;
    const answer = await authority.stamp(Buffer.from(note));
    if (answer.kind === "stamped") await keep(size, answer.reply);
    report(answer);
  }

  async function keep(size: number, reply: Uint8Array): Promise<void> {
    const keptAt = new Date(nowMs());
    await store.addTimeStamp({ size, reply, keptAt });
    last = { size, keptAt };
    notBeforeMs = keptAt.getTime() + intervalMs;
  }

  function report(answer: StampAnswer): void {
    state = answer.kind;
    onRequest(state);
    if (answer.kind === "refused") log.warn("time_stamp_refused", { reason: answer.reason });
    if (answer.kind === "unreachable") log.warn("time_stamp_authority_unreachable");
  }

  return {
    async stamp(checkpoint) {
      if (isBusy || nowMs() < notBeforeMs) return;
      isBusy = true;
      try {
        await exchange(checkpoint);
      } catch (error) {
        state = "failed";
        onRequest(state);
        log.warn("time_stamp_not_kept", { error });
      } finally {
        isBusy = false;
      }
    },
    report: () => ({
      state,
      stamped_size: last?.size ?? null,
      kept_at: last === undefined ? null : Math.floor(last.keptAt.getTime() / 1_000),
    }),
  };
}
