import { DatabaseError, type Queryable } from "@veil/postgres-kit";
import {
  OTHER_EVENTS,
  PruningRefusedError,
  type Prunings,
  type StoredPruning,
} from "../checkpoints/checkpoint-ports.ts";

const WAITING = "select size, note from audit.prunings where pruned_in is null order by size";
const PRUNE = "select audit.prune($1, $2, $3) as pruned";
/**
 * The SQLSTATEs of `audit.prune` when the signed pruning does not match the events or the log is
 * incomplete.
 */
const REFUSALS = ["VA002", "VA003"];

export function createPostgresPrunings(database: Queryable): Prunings {
  return {
    waiting: () => database.query<StoredPruning>(WAITING),
    async carryOut({ size, chainHash }, notBefore) {
      try {
        const values = [size, Buffer.from(chainHash), notBefore];
        return (await database.optional<{ pruned: number }>(PRUNE, values))?.pruned ?? 0;
      } catch (error) {
        if (error instanceof DatabaseError && REFUSALS.includes(error.code))
          throw new PruningRefusedError(OTHER_EVENTS);
        throw error;
      }
    },
  };
}
