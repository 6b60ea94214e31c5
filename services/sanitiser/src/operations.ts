import type { ReadyCheck } from "@veil/service-kit/http";
import { ALLOWED_CALLERS } from "./allowed-callers.ts";
import { checkRecognizer } from "./engine-health.ts";
import type { WatchedPool } from "./pool-health.ts";
import type { Engines } from "./pool-with-engines.ts";

interface Checked {
  readonly watched: readonly WatchedPool[];
  readonly engines: Engines;
}

/**
 * `work` is undefined until the service has started. The shield is not checked, because requests
 * without a shield are still served.
 */
export async function checkReady(work: Checked | undefined): Promise<readonly ReadyCheck[]> {
  if (work === undefined) return [{ name: "engines", ok: false }];
  const { watched, engines } = work;
  const checks = watched.map((pool) => pool.check());
  if (engines.recognizer !== undefined)
    checks.push(checkRecognizer(engines.recognizer.engine, engines.recognizer.timeoutMs));
  return Promise.all(checks);
}

/**
 * Describes the sanitiser for the operator. Contains hosts and ports, but no other part of a URL.
 */
export function describeInvariant(urls: readonly string[]): object {
  return {
    zone: "sanitiser",
    allowed_callers: ALLOWED_CALLERS,
    opens_connections_to: urls.map((url) => new URL(url).host),
  };
}
