import type { Figure } from "../../report.ts";

export function againstEach<T>(
  peers: readonly T[],
  line: (peer: T | undefined) => Figure,
): readonly Figure[] {
  return peers.length === 0 ? [line(undefined)] : peers.map(line);
}
