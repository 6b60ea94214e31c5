import type { Left } from "@veil/contracts/sanitiser";

export type { Left } from "@veil/contracts/sanitiser";

/** What of the personal data of some values stayed in them: counts, and no value. */
export interface LeftIn {
  /** By type and reason. */
  readonly findings: readonly Left[];
  /** Annotations of the proving ground that were missed. */
  readonly missed: number;
  /**
   * What may have stayed and is not counted: anything, below a threshold that was raised; of rows from before it was
   * noted also what stays by default alone. Absent: nothing.
   */
  readonly uncounted?: "default" | "any";
}

interface Leaving {
  /** By field name, of each field. */
  readonly left: ReadonlyMap<string, readonly Left[]>;
  /** Annotations that were missed, by field name. */
  readonly missed: ReadonlyMap<string, number>;
  /** The policy raises thresholds: what is below them is no finding, and counted by nothing. */
  readonly raised: boolean;
}

/** What stayed in the fields of these names, added up. */
export function leftIn(names: readonly string[], { left, missed, raised }: Leaving): LeftIn {
  return {
    findings: addedUp(names.flatMap((name) => leftInField(left, name))),
    missed: names.reduce((sum, name) => sum + (missed.get(name) ?? 0), 0),
    ...(names.length > 0 && raised && { uncounted: "any" }),
  };
}

function leftInField(left: Leaving["left"], name: string): readonly Left[] {
  const findings = left.get(name);
  if (findings === undefined) throw new TypeError("It is not known what stayed in a field");
  return findings;
}

function addedUp(findings: readonly Left[]): readonly Left[] {
  const sums = new Map<string, Left>();
  for (const { type, reason, count } of findings) {
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
