import type { UnredactedCount } from "@veil/contracts/sanitiser";

export interface JobFacts {
  readonly token_request_id: string;
  readonly job_request_id: string;
  /** `token:` and the SHA-256 of the pseudonym token: the actor of the job's audit events. */
  readonly actor: string;
  /** The organization's scope in the audit log. */
  readonly scope: string;
  /** The customer's subject in the audit log; absent in rows of earlier versions. */
  readonly subject?: string;
  readonly received_at: string;
  readonly model?: string;
  readonly relink: boolean;
  /** The customer's own words, only in proving-ground mode. */
  readonly activity_id?: string;
  readonly credential: "managed" | "customer";
  /** Absent for a template with its context. */
  readonly form?: "messages";
  readonly fields_sanitised: number;
  readonly fields_sent: number;
  readonly redactions: Readonly<Record<string, number>>;
  readonly layers: readonly string[];
  /** How many entity lists were applied. Absent when there were none. */
  readonly entity_lists?: number;
  /** Types of which the policy keeps more than the default. Absent when there are none. */
  readonly types_kept?: readonly string[];
  /** Types of `types_kept` that the policy turns off. Absent if none, and in older rows. */
  readonly types_off?: readonly string[];
  /** How many values the request itself allows. Absent when there are none. */
  readonly values_allowed?: number;
  /** What stayed in the values that are sent and in the others; absent in older rows. */
  readonly left?: { readonly sent: Unredacted; readonly unsent: Unredacted };
}

export interface Unredacted {
  readonly findings: readonly UnredactedCount[];
  readonly missed: number;
  readonly uncounted?: "default" | "any";
}

interface UnredactedByField {
  readonly left: ReadonlyMap<string, readonly UnredactedCount[]>;
  readonly missed: ReadonlyMap<string, number>;
  readonly raised: boolean;
}

export function countUnredacted(
  names: readonly string[],
  { left, missed, raised }: UnredactedByField,
): Unredacted {
  return {
    findings: addedUp(names.flatMap((name) => unredactedInField(left, name))),
    missed: names.reduce((sum, name) => sum + (missed.get(name) ?? 0), 0),
    ...(names.length > 0 && raised && { uncounted: "any" }),
  };
}

function unredactedInField(
  left: UnredactedByField["left"],
  name: string,
): readonly UnredactedCount[] {
  const findings = left.get(name);
  if (findings === undefined) throw new TypeError("There is no record of what stayed in a field");
  return findings;
}

function addedUp(findings: readonly UnredactedCount[]): readonly UnredactedCount[] {
  const sums = new Map<string, UnredactedCount>();
  for (const { type, reason, count } of findings) {
    const before = sums.get(`${type} ${reason}`)?.count ?? 0;
    if (count > 0) sums.set(`${type} ${reason}`, { type, reason, count: before + count });
  }
  return [...sums.values()];
}

export function holdsPersonalData({ findings, missed, uncounted }: Unredacted): boolean {
  return uncounted === "any" || missed > 0 || findings.some(({ reason }) => reason !== "default");
}

/** `PERSON:1 by list, ORGANIZATION:2 by default`. */
export function leftText({ findings, missed, uncounted }: Unredacted): string {
  const counted = findings.map(({ type, reason, count }) => `${type}:${count} by ${reason}`);
  if (missed > 0) counted.push(`annotations that were missed:${missed}`);
  if (uncounted === "any") counted.push("possibly more that is not counted");
  if (uncounted === "default") counted.push("what is kept by default is not counted");
  return counted.join(", ") || "nothing that was found";
}
