import type {
  AdminExposureResponse,
  ExposedSpan,
  ExposureResponse,
} from "@veil/contracts/public/compliance/exposure";
import { MAX_EXPOSED_CERTIFICATES } from "@veil/contracts/public/compliance/exposure";
import type { CustomerSum, SpanSum, SummedCount } from "../../calls/index.ts";
import type { ExposedCertificate } from "../ports.ts";

export interface ExposureWindow {
  readonly since: Date;
  readonly until: Date;
}

interface ExposureSources {
  readonly now: Date;
  readonly window: ExposureWindow;
  readonly sums: readonly SpanSum[];
  /** At most one more than the response contains. */
  readonly certificates: readonly ExposedCertificate[];
  /** For how many days certificates are kept. Undefined if no sweep has recorded it. */
  readonly certificateDays: number | undefined;
}

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** Numbers by the hour are kept for 90 days, then by the day for 24 months. */
const HOURS_KEPT_MS = 90 * DAY_MS;
const DAYS_KEPT_MS = 730 * DAY_MS;

/** What each service can see of a call (ARCHITECTURE.md), if it alone was broken into. */
const SERVICES: ExposureResponse["services"] = [
  { service: "edge-gateway", could_see: "who sends a request, its texts and its answer" },
  { service: "bridge", could_see: "who sends a request; no text" },
  { service: "sanitiser", could_see: "texts in clear; not who sends them" },
  { service: "inference-worker", could_see: "sanitised prompts and answers; not who sends them" },
  { service: "audit", could_see: "events: hashes, counts and times; no text, no name" },
  { service: "veil-signer", could_see: "hashes of certificates" },
];

/** Widens a window to whole hours in UTC. */
export function wholeHours({ since, until }: ExposureWindow): ExposureWindow {
  return {
    since: new Date(Math.floor(since.getTime() / HOUR_MS) * HOUR_MS),
    until: new Date(Math.ceil(until.getTime() / HOUR_MS) * HOUR_MS),
  };
}

/**
 * Returns the start of the day in which the window begins, if the numbers of its hours are not kept
 * any more, so that the numbers of that day are included.
 */
export function countedSince({ since }: ExposureWindow, now: Date): Date {
  const isByDay = now.getTime() - since.getTime() > HOURS_KEPT_MS;
  return isByDay ? new Date(Math.floor(since.getTime() / DAY_MS) * DAY_MS) : since;
}

export function exposure(sources: ExposureSources): ExposureResponse {
  const { now, window, sums, certificates } = sources;
  const spans = [...new Set(sums.map(({ span, since }) => `${span} ${since.toISOString()}`))];
  const shown = certificates.slice(0, MAX_EXPOSED_CERTIFICATES);
  return {
    generated_at: now.toISOString(),
    since: window.since.toISOString(),
    until: window.until.toISOString(),
    calls: total(sums),
    categories: counted(sums, "found"),
    providers: counted(sums, "provider"),
    keys: counted(sums, "key"),
    spans: spans.map((key) => spanOf(key, sums)),
    certificates: shown.map(({ requestId, endedAt, loggedSha256 }) => ({
      request_id: requestId,
      ended_at: endedAt.toISOString(),
      logged_sha256: loggedSha256 ?? null,
    })),
    services: SERVICES,
    unknown: [...unknownCounts(window, now), ...unknownCertificates(sources)],
  };
}

interface AdminSources {
  readonly now: Date;
  readonly window: ExposureWindow;
  readonly sums: readonly CustomerSum[];
}

export function adminExposure({ now, window, sums }: AdminSources): AdminExposureResponse {
  const customers = [...new Set(sums.map(({ customerId }) => customerId))];
  return {
    generated_at: now.toISOString(),
    since: window.since.toISOString(),
    until: window.until.toISOString(),
    customers: customers.map((customerId) => {
      const own = sums.filter((sum) => sum.customerId === customerId);
      return {
        customer_id: customerId,
        calls: total(own),
        categories: counted(own, "found"),
        providers: counted(own, "provider"),
      };
    }),
    unknown: unknownCounts(window, now),
  };
}

function spanOf(key: string, all: readonly SpanSum[]): ExposedSpan {
  const sums = all.filter(({ span, since }) => `${span} ${since.toISOString()}` === key);
  const [first] = sums;
  if (first === undefined) throw new TypeError("A span has at least one sum");
  const lengthMs = first.span === "hour" ? HOUR_MS : DAY_MS;
  return {
    since: first.since.toISOString(),
    until: new Date(first.since.getTime() + lengthMs).toISOString(),
    calls: total(sums),
    categories: counted(sums, "found"),
    providers: counted(sums, "provider"),
  };
}

function total(sums: readonly SummedCount[]): number {
  return sums.reduce((sum, { kind, count }) => (kind === "calls" ? sum + count : sum), 0);
}

function counted(sums: readonly SummedCount[], kind: SummedCount["kind"]) {
  const counts = new Map<string, number>();
  for (const sum of sums)
    if (sum.kind === kind) counts.set(sum.name, (counts.get(sum.name) ?? 0) + sum.count);
  return [...counts].map(([name, count]) => ({ name, count })).sort(byName);
}

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : 1;
}

function unknownCounts({ since }: ExposureWindow, now: Date): string[] {
  const ageMs = now.getTime() - since.getTime();
  if (ageMs > DAYS_KEPT_MS) return ["Numbers are kept for 24 months; earlier ones were deleted."];
  if (ageMs > HOURS_KEPT_MS)
    return ["Numbers by the hour are kept for 90 days; earlier ones are shown by the day."];
  return [];
}

function unknownCertificates(sources: ExposureSources): string[] {
  const { window, now, certificates, certificateDays } = sources;
  const left: string[] = [];
  if (certificates.length > MAX_EXPOSED_CERTIFICATES)
    left.push("There are more certificates than one response contains: request a shorter window.");
  if (certificateDays === undefined)
    left.push("No sweep has recorded for how long certificates are kept.");
  else if (now.getTime() - window.since.getTime() > certificateDays * DAY_MS)
    left.push(`Certificates are kept for ${certificateDays} days; earlier ones were deleted.`);
  return left;
}
