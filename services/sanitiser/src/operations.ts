import type { ReadyCheck } from "@veil/http-kit";
import type { WatchedLane } from "./lane-health.ts";

export function checkReady(lanes: readonly WatchedLane[]): Promise<readonly ReadyCheck[]> {
  return Promise.all(lanes.map((lane) => lane.check()));
}

export async function describeInvariant(): Promise<object> {
  return { zone: "sanitiser", allowed_callers: ["edge-gateway"], opens_connections_to: [] };
}
