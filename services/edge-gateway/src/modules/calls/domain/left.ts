import type { Left } from "@veil/contracts/sanitiser";

export type { Left } from "@veil/contracts/sanitiser";

/** What of the personal data of some values stayed in them: counts, and no value. */
export interface LeftIn {
  /** By type and reason, as far as the sanitiser told it. */
  readonly findings: readonly Left[];
  /** Annotations of the proving ground that were missed. */
  readonly missed: number;
  /** What may have stayed and is not counted: what stays by default, or anything. Absent: nothing. */
  readonly uncounted?: "default" | "any";
}

interface Leaving {
  readonly left: ReadonlyMap<string, readonly Left[]>;
  /** Annotations that were missed, by field name. */
  readonly missed: ReadonlyMap<string, number>;
  /** Policy or lists let something stay that is replaced by default. */
  readonly loosened: boolean;
  /** The policy raises thresholds: what is below them is no finding, and counted by nothing. */
  readonly raised: boolean;
}

/** What stayed in the fields of these names, added up. */
export function leftIn(
  names: readonly string[],
  { left, missed, loosened, raised }: Leaving,
): LeftIn {
  const told = names.flatMap((name) => left.get(name) ?? []);
  const isTold = names.every((name) => left.has(name));
  const mayBeAny = names.length > 0 && (raised || (loosened && !isTold));
  return {
    findings: addedUp(told),
    missed: names.reduce((sum, name) => sum + (missed.get(name) ?? 0), 0),
    ...(mayBeAny ? { uncounted: "any" } : !isTold && { uncounted: "default" }),
  };
}

function addedUp(told: readonly Left[]): readonly Left[] {
  const sums = new Map<string, Left>();
  for (const { type, reason, count } of told) {
    const before = sums.get(`${type} ${reason}`)?.count ?? 0;
    if (count > 0) sums.set(`${type} ${reason}`, { type, reason, count: before + count });
  }
  return [...sums.values()];
}

/** Whether personal data stayed that is replaced by default, or should have been. Not known counts as yes. */
export function holdsPersonalData({ findings, missed, uncounted }: LeftIn): boolean {
  return uncounted === "any" || missed > 0 || findings.some(({ reason }) => reason !== "default");
}

/** `PERSON:1 by list, ORGANIZATION:2 by default`. */
export function leftText({ findings, missed, uncounted }: LeftIn): string {
  const counted = findings.map(({ type, reason, count }) => `${type}:${count} by ${reason}`);
  if (missed > 0) counted.push(`annotations that were missed:${missed}`);
  if (uncounted === "any") counted.push("possibly more that is not counted");
  if (uncounted === "default") counted.push("what stays by default is not counted");
  return counted.join(", ") || "nothing that was found";
}
