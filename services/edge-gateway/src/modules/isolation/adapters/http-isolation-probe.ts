import { IsolationReportMessage } from "@veil/contracts/isolation";
import { checked } from "@veil/contracts/parsing";
import { ServiceCallError, type ServiceClient } from "@veil/service-kit/http";
import type { IsolationProbe } from "../ports.ts";

const TIMEOUT_MS = 3_000;
const parse = checked(IsolationReportMessage);

export function createHttpIsolationProbe(client: ServiceClient): IsolationProbe {
  return {
    async report() {
      try {
        return await client.call({ path: "/isolation-report", timeoutMs: TIMEOUT_MS, parse });
      } catch (error) {
        if (error instanceof ServiceCallError && isNotYet(error)) return undefined;
        throw error;
      }
    },
  };
}

/** Between two runs no probe listens; during a run it is busy. */
function isNotYet({ failure, status }: ServiceCallError): boolean {
  return ABSENT.has(failure) || status === 503;
}

const ABSENT: ReadonlySet<ServiceCallError["failure"]> = new Set([
  "not_sent",
  "timeout",
  "interrupted",
]);
