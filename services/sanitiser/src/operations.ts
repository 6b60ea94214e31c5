import type { ReadyCheck } from "@veil/http-kit";
import { checkRecognizer } from "./engine-health.ts";
import type { WatchedLane } from "./lane-health.ts";
import type { Engines } from "./lane-with-engines.ts";

/** A shield is no part of it: requests that need none are served without. */
export function checkReady(
  lanes: readonly WatchedLane[],
  { recognizer }: Engines = {},
): Promise<readonly ReadyCheck[]> {
  const checks = lanes.map((lane) => lane.check());
  if (recognizer !== undefined)
    checks.push(checkRecognizer(recognizer.engine, recognizer.timeoutMs));
  return Promise.all(checks);
}

/** Hosts with their ports, as the settings name them; never a path or what else may stand in a URL. */
export async function describeInvariant(urls: readonly string[] = []): Promise<object> {
  return {
    zone: "sanitiser",
    allowed_callers: ["edge-gateway"],
    opens_connections_to: urls.map((url) => new URL(url).host),
  };
}
