import type { AuditEvent } from "@veil/contracts/audit";
import { type Database, DatabaseError } from "@veil/postgres-kit";
import pLimit from "p-limit";
import { type Batcher, createBatcher } from "../../../platform/batcher.ts";
import { insertEvents } from "../postgres.ts";

interface NumberedEvents {
  readonly events: readonly AuditEvent[];
  readonly place: number;
}

interface InsertsInBatches {
  add(events: readonly AuditEvent[]): Promise<void>;
}

const MAX_BATCH = { items: 64, bytes: 1024 * 1024 } as const;
/** About the size of an event. */
const EVENT_BYTES = 512;
const IN_FLIGHT = 2;

/** Events of several calls that arrive while two inserts are in flight share the next one. */
export function createInsertsInBatches(database: Database): InsertsInBatches {
  const turn = pLimit(IN_FLIGHT);
  let places = 0;
  const batcher: Batcher<NumberedEvents, void> = createBatcher({
    run: (given) => insertTogether(database, given),
    keyOf: ({ place }) => String(place),
    bytesOf: ({ events }) => EVENT_BYTES * events.length,
    turn: (work) => turn(work),
    max: MAX_BATCH,
  });
  return { add: (events) => batcher.add({ events, place: places++ }) };
}

async function insertTogether(
  database: Database,
  given: readonly NumberedEvents[],
): Promise<readonly (void | Promise<void>)[]> {
  try {
    await insertEvents(
      database,
      given.flatMap(({ events }) => events),
    );
    return given.map(() => undefined);
  } catch (error) {
    // When the database refuses the events of one call, it must still store those of the others.
    const refused = error instanceof DatabaseError && error.refusedByServer;
    if (given.length === 1 || !refused) throw error;
    return given.map(({ events }) => insertEvents(database, events));
  }
}
