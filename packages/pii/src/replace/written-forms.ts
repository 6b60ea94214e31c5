/**
 * The recognizer of a person whose name was replaced together with a genitive s. In new places the
 * name is restored without the s.
 */
export const GENITIVE = "person-genitive";

/** One spelling of a value in the request ("Anna Weber", "Weber"), with the sanitised text around it. */
export interface WrittenForm {
  readonly value: string;
  /** Whether the spelling ends with a genitive s, as in "Anna Webers Akte". */
  readonly genitive?: boolean;
  /** The text before and after the placeholder, up to `REACH` code units each. */
  readonly before: string;
  readonly after: string;
}

/**
 * Returns the spelling for a placeholder at this place of a text, or undefined if the place is not
 * from the request.
 */
export type FormReader = (text: string, start: number, end: number) => string | undefined;

/** The length of the context on each side, in UTF-16 code units. */
export const REACH = 8;
const MIN_SHARED = 4;
const MAX_EDGES = 64;

export function surroundings(
  text: string,
  start: number,
  end: number,
): Pick<WrittenForm, "before" | "after"> {
  return {
    before: text.slice(Math.max(0, start - REACH), start),
    after: text.slice(end, end + REACH),
  };
}

/**
 * Creates a reader that finds the spelling of a place by its context, and a genitive also by the
 * word after it. Equal contexts are used in order. The reader keeps state, so create one per
 * answer.
 */
export function createFormReader(forms: readonly WrittenForm[]): FormReader {
  const places = new Map<string, Place>();
  const genitives = new Map<string, string>();
  for (const { value, genitive, before, after } of forms) {
    const noun = genitive === true ? wordBehind(after) : undefined;
    if (noun !== undefined) genitives.set(noun, value);
    const key = keyOf(before, after);
    const place = places.get(key) ?? { before, after, values: [], used: 0 };
    place.values.push(value);
    places.set(key, place);
  }
  const edges = [...places.values()].filter(isEdge).slice(0, MAX_EDGES);
  return (text, start, end) => {
    const { before, after } = surroundings(text, start, end);
    const place = places.get(keyOf(before, after)) ?? nearestEdge(edges, before, after);
    if (place === undefined) return genitives.get(wordBehind(after) ?? "");
    const value = place.values[Math.min(place.used, place.values.length - 1)];
    place.used += 1;
    return value;
  };
}

/**
 * Returns the word after the placeholder, such as "Akte" after "Anna Webers". The word is cut off
 * where the context ends.
 */
function wordBehind(after: string): string | undefined {
  return /^ [\p{L}\p{M}-]+/u.exec(after)?.[0];
}

interface Place extends Pick<WrittenForm, "before" | "after"> {
  readonly values: string[];
  used: number;
}

function keyOf(before: string, after: string): string {
  return `${before}\u0000${before.length}\u0000${after}`;
}

function isEdge({ before, after }: Place): boolean {
  return before.length < REACH || after.length < REACH;
}

/**
 * Finds the context of a place near the edge of a field, because a field can be inserted into a
 * longer text, so that other text follows its end.
 */
function nearestEdge(edges: readonly Place[], before: string, after: string): Place | undefined {
  let nearest: Place | undefined;
  let most = MIN_SHARED - 1;
  for (const edge of edges) {
    const shared = edge.before.length + edge.after.length;
    if (shared > most && before.endsWith(edge.before) && after.startsWith(edge.after)) {
      nearest = edge;
      most = shared;
    }
  }
  return nearest;
}
