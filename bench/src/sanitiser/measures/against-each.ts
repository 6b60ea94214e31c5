import type { Figure } from "../../report.ts";

/** A line for each peer; one without any where there is none. */
export function againstEach<T>(
  peers: readonly T[],
  line: (peer: T | undefined) => Figure,
): readonly Figure[] {
  return peers.length === 0 ? [line(undefined)] : peers.map(line);
}
