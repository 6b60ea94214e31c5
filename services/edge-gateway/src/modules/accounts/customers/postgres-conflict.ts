import { DatabaseError } from "@veil/postgres-kit";

const ATTEMPTS = 3;

/**
 * Repeats a transaction that the server rolled back because of another one (a deadlock). For
 * example, one transaction changes the rows of many jobs while a batch ends the same jobs in
 * another order.
 */
export async function repeatedOnConflict<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction();
    } catch (error) {
      const isConflict = error instanceof DatabaseError && error.kind === "conflict";
      if (!isConflict || attempt === ATTEMPTS) throw error;
    }
  }
}
