import type { ReadyCheck } from "@veil/service-kit/http";
import type { EventSource } from "@veil/transport/events";
import type { Checkpoints } from "./checkpoints/checkpoints.ts";
import type { EventStore } from "./ports.ts";

interface ReadinessNeeds {
  readonly store: Pick<EventStore, "head">;
  readonly isSchemaCurrent: () => Promise<boolean>;
  readonly source: Pick<EventSource, "state">;
}

/** Checks the service's dependencies: the database, its schema and the event source. */
export async function checkReady({
  store,
  isSchemaCurrent,
  source,
}: ReadinessNeeds): Promise<readonly ReadyCheck[]> {
  const database = await store.head().then(
    () => true,
    () => false,
  );
  return [
    { name: "database", ok: database },
    { name: "schema", ok: await isSchemaCurrent() },
    { name: "transport", ok: source.state() === "up" },
  ];
}

/** Describes who may change the log according to the database, and the states of the witnesses. */
export async function describeInvariant(
  store: EventStore,
  checkpoints: Pick<Checkpoints, "describe">,
): Promise<object> {
  return { ...(await describeStore(store)), log: checkpoints.describe() };
}

/** Describes the protection of the store as `unverified` when the database does not respond. */
async function describeStore(store: EventStore): Promise<object> {
  const facts = await Promise.all([store.protection(), store.head()]).catch(() => undefined);
  if (facts === undefined) return { append_only: "unverified" };
  const [{ roleMayRewrite, triggersArmed }, { seq, greatestSeq, hash }] = facts;
  const holds = !roleMayRewrite && triggersArmed && seq === greatestSeq;
  return {
    append_only: holds ? "enforced" : "broken",
    enforced_by: "database-grants-and-triggers",
    role_may_rewrite: roleMayRewrite,
    triggers_armed: triggersArmed,
    head: { seq, hash: Buffer.from(hash).toString("hex") },
  };
}
