import { overlaps, type Span } from "@veil/pii/spans";

export function overlapsAny(span: Span, others: readonly Span[]): boolean {
  return others.some((other) => overlaps(span, other));
}
