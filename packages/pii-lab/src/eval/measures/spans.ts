interface Stretch {
  readonly start: number;
  readonly end: number;
}

function overlaps(a: Stretch, b: Stretch): boolean {
  return a.start < b.end && b.start < a.end;
}

export function overlapsAny(span: Stretch, others: readonly Stretch[]): boolean {
  return others.some((other) => overlaps(span, other));
}
