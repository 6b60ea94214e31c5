import { IsolationReportMessage } from "@veil/contracts/isolation";
import { checked, ServiceCallError, type ServiceClient } from "@veil/http-kit";
import type { IsolationProbe } from "../ports/isolation.ts";

const TIMEOUT_MS = 3_000;
const parse = checked(IsolationReportMessage);

export function createHttpIsolationProbe(client: ServiceClient): IsolationProbe {
  return {
    async fetch() {
      try {
        return await client.call({ path: "/isolation-report", timeoutMs: TIMEOUT_MS, parse });
      } catch (error) {
        // Between two runs nobody is there.
        if (error instanceof ServiceCallError && ABSENT.has(error.failure)) return undefined;
        throw error;
      }
    },
  };
}

const ABSENT: ReadonlySet<ServiceCallError["failure"]> = new Set([
  "not_sent",
  "timeout",
  "interrupted",
]);
