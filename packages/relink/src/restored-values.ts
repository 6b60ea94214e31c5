import { findPlaceholders } from "@veil/pii/placeholders";

/** What a received text has in the place of a placeholder. */
export interface RestoredValue {
  readonly placeholder: string;
  readonly value: string;
}

/**
 * Compares a received text with the answer from which it was made: everything between placeholders
 * must be the same. If two placeholders are close together, the text does not show where a value
 * ends, so the first end that fits is used.
 * @returns the values in order, or the placeholder itself where it stayed; undefined when other
 *   text differs
 */
export function restoredValues(
  answer: string,
  received: string,
): readonly RestoredValue[] | undefined {
  const places = findPlaceholders(answer);
  const literals = places.map(({ start }, at) => answer.slice(places[at - 1]?.end ?? 0, start));
  const tail = answer.slice(places.at(-1)?.end ?? 0);
  const [head = tail] = literals;
  if (places.length === 0) return received === answer ? [] : undefined;
  if (!received.startsWith(head)) return undefined;
  const ends = valueEnds(received, {
    from: head.length,
    between: literals.slice(1),
    tail,
  });
  if (ends === undefined) return undefined;
  return places.map(({ placeholder }, at) => {
    const start = at === 0 ? head.length : (ends[at - 1] ?? 0) + (literals[at]?.length ?? 0);
    return { placeholder, value: received.slice(start, ends[at]) };
  });
}

interface Pieces {
  readonly from: number;
  readonly between: readonly string[];
  readonly tail: string;
}

/**
 * Returns the ends of the values. Using the first place for each piece leaves the most space for
 * later pieces, so this finds a fit if there is one.
 */
function valueEnds(received: string, { from, between, tail }: Pieces): number[] | undefined {
  const ends: number[] = [];
  let at = from;
  for (const piece of between) {
    const end = received.indexOf(piece, at + 1);
    if (end === -1) return undefined;
    ends.push(end);
    at = end + piece.length;
  }
  const last = received.length - tail.length;
  return received.endsWith(tail) && last > at ? [...ends, last] : undefined;
}
