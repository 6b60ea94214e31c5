import type {
  AdminExposureResponse,
  ExposureResponse,
} from "@veil/contracts/public/compliance/exposure";
import { csvText } from "./csv.ts";

/** Returns the exposure as CSV: one row for each number or id. */
export function exposureCsv(exposure: ExposureResponse): string {
  const { since, until, spans, keys, certificates, unknown } = exposure;
  const whole = [since, until];
  return csvText(
    ["since", "until", "section", "name", "value"],
    [
      ...spans.flatMap((span) => [
        [span.since, span.until, "calls", "calls", span.calls],
        ...span.categories.map(({ name, count }) => [span.since, span.until, "found", name, count]),
        ...span.providers.map(({ name, count }) => [
          ...[span.since, span.until, "provider", name, count],
        ]),
      ]),
      ...keys.map(({ name, count }) => [...whole, "key", name, count]),
      ...certificates.map(({ request_id, logged_sha256 }) => [
        ...[...whole, "certificate", request_id, logged_sha256 ?? "not issued"],
      ]),
      ...unknown.map((text) => [...whole, "unknown", "", text]),
    ],
  );
}

export function adminExposureCsv({ customers, unknown }: AdminExposureResponse): string {
  return csvText(
    ["customer", "section", "name", "value"],
    [
      ...customers.flatMap(({ customer_id, calls, categories, providers }) => [
        [customer_id, "calls", "calls", calls],
        ...categories.map(({ name, count }) => [customer_id, "found", name, count]),
        ...providers.map(({ name, count }) => [customer_id, "provider", name, count]),
      ]),
      ...unknown.map((text) => ["", "unknown", "", text]),
    ],
  );
}
