import type { ReadyCheck } from "@veil/http-kit";
import type { EventSource } from "@veil/transport/events";
import type { EventStore } from "./ports.ts";

/** The service's own dependencies: its database, and the way on which events come in. */
export async function checkReady(
  store: EventStore,
  source: Pick<EventSource, "state">,
): Promise<readonly ReadyCheck[]> {
  const database = await store.head().then(
    () => true,
    () => false,
  );
  return [
    { name: "database", ok: database },
    { name: "transport", ok: source.state() === "up" },
  ];
}

/** What the database says now about who may change the log; `unverified` when it does not answer. */
export async function describeInvariant(store: EventStore): Promise<object> {
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
