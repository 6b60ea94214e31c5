import { DatabaseError } from "@veil/postgres-kit";

const ATTEMPTS = 3;

/**
 * Repeats a transaction that the server has rolled back because of another one (a deadlock): such as a change of many
 * jobs' rows, while a batch of the same jobs ends in another order.
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
