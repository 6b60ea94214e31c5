import type { CallRoute, IncomingCall } from "@veil/service-kit/http";
import type { Logger } from "@veil/service-kit/telemetry";
import type { RunDeps } from "../domain/attempt.ts";
import type { DirectCalls } from "./direct-calls.ts";
import { type Ended, endOf, type QueryEnd } from "./job-end.ts";

export type ProviderQuery = "token_count" | "models";

export interface QueryDeps {
  readonly run: RunDeps;
  readonly log: Logger;
  readonly calls: DirectCalls;
  readonly heartbeat: NonNullable<CallRoute["heartbeat"]>;
  readonly onQueryEnd: (query: ProviderQuery, end: QueryEnd) => void;
}

interface Query {
  readonly kind: ProviderQuery;
  /** The `job_request_id` of the query. */
  readonly leg: string;
  readonly ask: (signal: AbortSignal) => Promise<Ended>;
}

/** Returns the answer to a query about tokens or models, within the limit on direct calls. */
export async function answerQuery(
  call: IncomingCall,
  { kind, leg, ask }: Query,
  { run, log, calls, onQueryEnd }: QueryDeps,
): Promise<Ended> {
  const startedAtMs = run.nowMs();
  const end = (reason: QueryEnd) => {
    const duration_ms = Math.round(run.nowMs() - startedAtMs);
    log.info("query_ended", { job_id: leg, component: kind, reason, duration_ms });
    onQueryEnd(kind, reason);
  };
  return await calls.run(call, async (signal) => {
    try {
      const result = await ask(signal);
      end(endOf(result));
      return result;
    } catch (error) {
      if (signal.aborted) end("caller_gone");
      throw error;
    }
  });
}
