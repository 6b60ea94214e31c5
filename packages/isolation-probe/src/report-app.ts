import { ApiError } from "@veil/contracts/errors";
import type { ProbeName, SignedMessage, TrustBundle } from "@veil/crypto";
import { createInternalApp, endpoint } from "@veil/service-kit/http";
import type { Logger, Metrics } from "@veil/service-kit/telemetry";
import { type Express, Router } from "express";

export const ALLOWED_CALLERS = ["edge-gateway"] as const;

interface ReportDeps {
  readonly probe: ProbeName;
  readonly report: () => SignedMessage | undefined;
  readonly trust: TrustBundle;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly onAsked: () => void;
  /** Is called when the report was sent completely. */
  readonly onFetched: () => void;
}

export function createReportApp(deps: ReportDeps): Express {
  const { probe, report, trust, log, metrics, onAsked, onFetched } = deps;
  const router = Router();
  endpoint(router, "/isolation-report", {
    get: [
      (_req, res) => {
        onAsked();
        const ready = report();
        if (ready === undefined) throw new ApiError("busy", "The probe is still running");
        res.once("finish", onFetched);
        res.json(ready);
      },
    ],
  });
  return createInternalApp(
    { service: probe, allowed: ALLOWED_CALLERS, trust, log, metrics, trustCaller: true },
    router,
  );
}
