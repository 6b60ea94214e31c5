import { type Database, DatabaseError, rowsStatement } from "@veil/postgres-kit";
import pLimit from "p-limit";
import { createBatcher } from "../../../platform/batcher.ts";
import { customerDeletedError } from "../../accounts/index.ts";
import { insertLeasedEvents } from "../../audit/postgres.ts";
import {
  COUNTED,
  isCustomerMissing,
  quotaParameter,
  usedThisMonth,
} from "../prepare/postgres-used-quota.ts";
import type { CallCounts, CountedCall, CountOutcome, ReturnedCall } from "./ports.ts";

interface NumberedCall {
  readonly call: CountedCall;
  readonly place: number;
}

const COUNT = rowsStatement<NumberedCall>(
  "count-calls",
  {
    place: { type: "bigint", of: ({ place }) => place },
    customer_id: { type: "text", of: ({ call }) => call.customerId },
    class: { type: "text", of: ({ call }) => call.quota.limitClass },
    quota: { type: "bigint", of: ({ call }) => quotaParameter(call.quota) },
    events: { type: "jsonb", of: ({ call }) => JSON.stringify(call.events) },
  },
  (given) => `
with ${given}, ${COUNTED}, fitting as materialized (
  select place, events, month from given join counted using (customer_id, class)
), recorded as (
  ${insertLeasedEvents("fitting, jsonb_array_elements(events) event")}
)
select place, to_char(month, 'YYYY-MM-DD') as month from fitting`,
);

interface NumberedReturn {
  readonly call: ReturnedCall;
  readonly place: number;
}

// Processes the calls sorted by the usage rows that it locks, so that two statements cannot
// deadlock.
const GIVE_BACK = rowsStatement<NumberedReturn>(
  "give-back-calls",
  {
    place: { type: "bigint", of: ({ place }) => place },
    customer_id: { type: "text", of: ({ call }) => call.customerId },
    class: { type: "text", of: ({ call }) => call.limitClass },
    month: { type: "date", of: ({ call }) => call.month },
    events: { type: "jsonb", of: ({ call }) => JSON.stringify(call.events) },
  },
  (given) => `
with ${given}, in_order as materialized (
  select * from given order by customer_id, class, month, place
), given_back as materialized (
  select in_order.*, give_back_usage(customer_id, class, month) as is_given_back from in_order
), recorded as (
  ${insertLeasedEvents("given_back, jsonb_array_elements(events) event")}
)
select place, is_given_back from given_back`,
);

const MAX_BATCH = { items: 64, bytes: 1024 * 1024 } as const;

/**
 * Creates the PostgreSQL adapter. Calls that arrive while a statement is in flight share the
 * next one, even if they are from different customers.
 */
export function createPostgresCallCounts(database: Database): CallCounts {
  let calls = 0;
  const common = {
    keyOf: ({ place }: { readonly place: number }) => String(place),
    bytesOf: ({ call }: NumberedCall | NumberedReturn) => 256 * call.events.length,
    max: MAX_BATCH,
  };
  const counting = createBatcher<NumberedCall, CountOutcome>({
    ...common,
    run: (given) => countTogether(database, given),
    turn: pLimit(1),
  });
  const returning = createBatcher<NumberedReturn, void>({
    ...common,
    run: (given) => giveBackTogether(database, given),
    turn: pLimit(1),
  });
  return {
    count: (call) => counting.add({ call, place: calls++ }),
    giveBack: (call) => returning.add({ call, place: calls++ }),
  };
}

async function giveBackTogether(
  database: Database,
  given: readonly NumberedReturn[],
): Promise<readonly (void | Promise<void>)[]> {
  try {
    await database.query(...GIVE_BACK(given));
    return given.map(() => undefined);
  } catch (error) {
    // If the database refuses one call, the other calls must still be given back.
    const refused = error instanceof DatabaseError && error.refusedByServer;
    if (given.length === 1 || !refused) throw error;
    return given.map(async (one) => void (await giveBackTogether(database, [one])));
  }
}

async function countTogether(
  database: Database,
  given: readonly NumberedCall[],
): Promise<readonly (CountOutcome | Promise<CountOutcome>)[]> {
  try {
    return await count(database, given);
  } catch (error) {
    // A customer was deleted after the key was checked. The calls of the other customers still
    // count.
    if (!isCustomerMissing(error)) throw error;
    if (given.length === 1) throw customerDeletedError();
    return given.map((one) => countOne(database, one));
  }
}

async function countOne(database: Database, one: NumberedCall): Promise<CountOutcome> {
  const [outcome] = await countTogether(database, [one]);
  if (outcome === undefined) throw new TypeError("A batch has a result for each of its items");
  return await outcome;
}

async function count(database: Database, given: readonly NumberedCall[]) {
  const rows = await database.query<{ place: number; month: string }>(...COUNT(given));
  const months = new Map(rows.map(({ place, month }) => [Number(place), month]));
  const separately = given.length === 1 ? exceeded : countingSeparately();
  return given.map((one) => {
    const month = months.get(one.place);
    return month === undefined ? separately(database, one) : ({ kind: "counted", month } as const);
  });
}

/**
 * Returns a function that counts calls one after the other, so that as many are counted as fit in
 * the quota. It refuses all calls of a customer and class after the first one that does not fit.
 */
function countingSeparately() {
  const oneAtATime = pLimit(1);
  const full = new Map<string, CountOutcome>();
  return (database: Database, one: NumberedCall) =>
    oneAtATime(async () => {
      const usageRow = `${one.call.customerId} ${one.call.quota.limitClass}`;
      const outcome = full.get(usageRow) ?? (await countOne(database, one));
      if (outcome.kind === "quota_exceeded") full.set(usageRow, outcome);
      return outcome;
    });
}

async function exceeded(database: Database, { call }: NumberedCall): Promise<CountOutcome> {
  return { kind: "quota_exceeded", used: await usedThisMonth(database, call) };
}
