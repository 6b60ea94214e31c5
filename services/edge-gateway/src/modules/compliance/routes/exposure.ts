import type { Clock } from "@veil/contracts/clock";
import { ApiError } from "@veil/contracts/errors";
import { checkedQuery } from "@veil/contracts/parsing";
import {
  ExposureQuery,
  MAX_EXPOSED_CERTIFICATES,
  MAX_EXPOSURE_DAYS,
} from "@veil/contracts/public/compliance/exposure";
import type { RequestHandler, Response } from "express";
import type { CallTally, CountKind, TallyReader } from "../../calls/index.ts";
import type { MeasuredCustomer } from "../domain/control.ts";
import {
  adminExposure,
  countedSince,
  type ExposureWindow,
  exposure,
  wholeHours,
} from "../domain/exposure.ts";
import { adminExposureCsv, exposureCsv } from "../domain/exposure-csv.ts";
import type { ComplianceFigures } from "../ports.ts";

export interface ExposureDeps {
  readonly customerOf: (res: Response) => Pick<MeasuredCustomer, "customerId">;
  readonly tallies: TallyReader;
  /** Stores what this replica has counted. */
  readonly flushTally: CallTally["flush"];
  readonly figures: Pick<ComplianceFigures, "swept" | "exposedCertificates">;
  readonly nowMs: Clock;
}

const DAY_MS = 24 * 60 * 60_000;
const EXPOSED: readonly CountKind[] = ["calls", "found", "key", "provider"];
const parse = checkedQuery(ExposureQuery);

/** Handles `GET /api/v1/compliance/exposure`. */
export function readExposure(deps: ExposureDeps): RequestHandler {
  const { customerOf, tallies, flushTally, figures, nowMs } = deps;
  return async function handleReadExposure(req, res) {
    const now = new Date(nowMs());
    const { format, ...given } = parse(req.query);
    const window = windowOf(given, now);
    const { customerId } = customerOf(res);
    await flushTally();
    const [sums, certificates, swept] = await Promise.all([
      tallies.bySpan(customerId, EXPOSED, { ...window, since: countedSince(window, now) }),
      figures.exposedCertificates(customerId, window, MAX_EXPOSED_CERTIFICATES + 1),
      figures.swept(),
    ]);
    const kept = swept.find(({ rule }) => rule === "certificates")?.kept;
    const certificateDays = kept === undefined ? undefined : Number.parseInt(kept, 10);
    const body = exposure({ now, window, sums, certificates, certificateDays });
    if (format === "csv") res.type("text/csv").send(exposureCsv(body));
    else res.json(body);
  };
}

/** Handles `GET /api/v1/admin/exposure`. */
export function readAdminExposure(
  deps: Pick<ExposureDeps, "tallies" | "flushTally" | "nowMs">,
): RequestHandler {
  const { tallies, flushTally, nowMs } = deps;
  return async function handleReadAdminExposure(req, res) {
    const now = new Date(nowMs());
    const { format, ...given } = parse(req.query);
    const window = windowOf(given, now);
    await flushTally();
    const sums = await tallies.byCustomer(countedSince(window, now), window.until);
    const body = adminExposure({ now, window, sums });
    if (format === "csv") res.type("text/csv").send(adminExposureCsv(body));
    else res.json(body);
  };
}

function windowOf({ since, until }: Omit<ExposureQuery, "format">, now: Date): ExposureWindow {
  const window = { since: new Date(since), until: until === undefined ? now : new Date(until) };
  if (window.since >= window.until)
    throw new ApiError("invalid_field", 'Field "since" must be earlier than "until"');
  if (window.until.getTime() - window.since.getTime() > MAX_EXPOSURE_DAYS * DAY_MS)
    throw new ApiError("invalid_field", `A window has at most ${MAX_EXPOSURE_DAYS} days`, {
      hint: "Request several windows",
    });
  return wholeHours(window);
}
