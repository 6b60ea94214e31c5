import { canonicalEvent } from "../src/domain/canonical-event.ts";
import { type ChainHead, type ChainRow, GENESIS, nextRow } from "../src/domain/chain.ts";
import type { SealedRefusal } from "../src/domain/refused-events.ts";
import type { EventStore } from "../src/ports.ts";

/** In memory, for component tests. */
export function createMemoryEventStore(): EventStore & {
  readonly refused: readonly SealedRefusal[];
} {
  const refused: SealedRefusal[] = [];
  const rows: ChainRow[] = [];
  const ids = new Set<string>();

  function head(): ChainHead {
    return rows.at(-1) ?? GENESIS;
  }

  return {
    refused,
    async append(events) {
      const before = rows.length;
      for (const canonical of events.map(canonicalEvent)) {
        const row = nextRow(head(), canonical);
        if (ids.has(row.columns.event_id)) continue;
        ids.add(row.columns.event_id);
        rows.push(row);
      }
      return rows.length - before;
    },
    async keepDeadLetters(more) {
      refused.push(...more);
    },
    head: async () => ({ seq: head().seq, hash: head().hash, greatestSeq: head().seq }),
    readAfter: async (seq, limit) => rows.slice(seq, seq + limit),
    protection: async () => ({ roleMayRewrite: false, triggersArmed: true }),
  };
}
