import type { AuditEvent } from "@veil/contracts/audit";
import { hadNoEffect, isDatabaseOutage } from "../../../platform/database-refusals.ts";
import { monthlyQuota } from "../../accounts/index.ts";
import { endEntries } from "../../audit/index.ts";
import type { CallEnd } from "../trace/end-call.ts";
import { type DirectCallDeps, type OpenCall, ownerOf } from "./direct-call.ts";

export type StoreEndDeps = Pick<
  DirectCallDeps,
  "certificates" | "counts" | "eventOutbox" | "limits" | "onEvents" | "onNotRecorded" | "openEnds"
>;

/**
 * Stores the end of a call. If the database is unavailable, the caller still gets the answer, and
 * the end is stored later.
 */
export async function storeEnd(deps: StoreEndDeps, open: OpenCall, end: CallEnd): Promise<void> {
  const { certificates, onNotRecorded, openEnds } = deps;
  const { requestId } = open.input.trace;
  const { certificate, outcome: code } = end;
  const store = storingOf(deps, open, end);
  try {
    await store();
  } catch (cause) {
    const onGivenUp = (error: unknown) => {
      if (certificate !== undefined) certificates?.onLost(requestId, error);
      onNotRecorded({ requestId, code, error });
    };
    openEnds.settle({ bytes: bytesOf(certificate), store, onGivenUp }, cause);
  }
}

function bytesOf(certificate: CallEnd["certificate"]): number {
  return (certificate?.record.length ?? 0) + (certificate?.openings.length ?? 0);
}

/** Returns a function that stores the end, and that may run again after an error. */
function storingOf(deps: StoreEndDeps, open: OpenCall, end: CallEnd): () => Promise<void> {
  const { counts, eventOutbox, limits, onEvents } = deps;
  const { caller } = open.input;
  const { customerId } = caller;
  const events = eventsOf(open, end);
  let month = end.isUnprocessed ? open.countedIn : undefined;
  const giveBack = async (counted: string) => {
    const { limitClass } = monthlyQuota(caller, limits);
    try {
      await counts.giveBack({ customerId, limitClass, month: counted, events });
      month = undefined;
    } catch (error) {
      // A call must not be given back twice.
      if (!hadNoEffect(error)) month = undefined;
      throw error;
    }
  };
  return async () => {
    if (month !== undefined)
      await Promise.all([giveBack(month), addCertificate(deps, open, end, [])]);
    else if (!(await addCertificate(deps, open, end, events))) await eventOutbox.add(events);
    onEvents(events);
  };
}

/**
 * @returns whether the certificate was stored together with `events`
 * @throws when the database is unavailable
 */
async function addCertificate(
  { certificates }: StoreEndDeps,
  { input }: OpenCall,
  { certificate }: CallEnd,
  events: readonly AuditEvent[],
): Promise<boolean> {
  if (certificates === undefined || certificate === undefined) return false;
  try {
    const isFirst = await certificates.add(input.caller.customerId, certificate, events);
    if (isFirst) certificates.onPending(certificate);
    return true;
  } catch (error) {
    if (isDatabaseOutage(error)) throw error;
    certificates.onLost(input.trace.requestId, error);
    return false;
  }
}

function eventsOf({ facts, input }: OpenCall, { events }: CallEnd): readonly AuditEvent[] {
  return endEntries(events, ownerOf(facts, input));
}
