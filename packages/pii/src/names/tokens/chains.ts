import type { Tokens } from "./tokens.ts";

export const MAX_CHAIN = 200;

export interface Chain {
  readonly start: number;
  readonly end: number;
}

export function markChains(tokens: Tokens): void {
  const { candidate, line, count, chainStart, chainEnd } = tokens;
  let chains = 0;
  for (let row = 0; row < count; ) {
    if (candidate[row] !== 1) {
      row += 1;
      continue;
    }
    const start = row;
    while (row < count && candidate[row] === 1 && line[row] === line[start]) {
      if (row - start >= MAX_CHAIN) break;
      row += 1;
    }
    chainStart[chains] = start;
    chainEnd[chains] = row;
    chains += 1;
  }
  tokens.chainCount = chains;
}

/**
 * Yields the runs of candidates on one line, at most {@link MAX_CHAIN} long. All other tokens have
 * the label O.
 */
export function* chainsOf(tokens: Tokens): Generator<Chain> {
  for (let chain = 0; chain < tokens.chainCount; chain += 1)
    yield { start: tokens.chainStart[chain] ?? 0, end: tokens.chainEnd[chain] ?? 0 };
}
