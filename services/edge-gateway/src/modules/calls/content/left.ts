import type { Left } from "@veil/contracts/sanitiser";

export type { Left } from "@veil/contracts/sanitiser";

export interface LeftIn {
  readonly findings: readonly Left[];
  readonly missed: number;
  readonly uncounted?: "default" | "any";
}

interface Leaving {
  readonly left: ReadonlyMap<string, readonly Left[]>;
  readonly missed: ReadonlyMap<string, number>;
  readonly raised: boolean;
}

export function leftIn(names: readonly string[], { left, missed, raised }: Leaving): LeftIn {
  return {
    findings: addedUp(names.flatMap((name) => leftInField(left, name))),
    missed: names.reduce((sum, name) => sum + (missed.get(name) ?? 0), 0),
    ...(names.length > 0 && raised && { uncounted: "any" }),
  };
}

function leftInField(left: Leaving["left"], name: string): readonly Left[] {
  const findings = left.get(name);
  if (findings === undefined) throw new TypeError("There is no record of what stayed in a field");
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

export function holdsPersonalData({ findings, missed, uncounted }: LeftIn): boolean {
  return uncounted === "any" || missed > 0 || findings.some(({ reason }) => reason !== "default");
}

/** `PERSON:1 by list, ORGANIZATION:2 by default`. */
export function leftText({ findings, missed, uncounted }: LeftIn): string {
  const counted = findings.map(({ type, reason, count }) => `${type}:${count} by ${reason}`);
  if (missed > 0) counted.push(`annotations that were missed:${missed}`);
  if (uncounted === "any") counted.push("possibly more that is not counted");
  if (uncounted === "default") counted.push("what is kept by default is not counted");
  return counted.join(", ") || "nothing that was found";
}
