/**
 * The recognizer of a person that was replaced with a genitive s; elsewhere the name is restored
 * without it.
 */
export const GENITIVE = "person-genitive";

/** One spelling of a value in the request ("Anna Weber", "Weber"), with the sanitised text around it. */
export interface WrittenForm {
  readonly value: string;
  /** Whether the spelling ends with a genitive s, as in "Anna Webers Akte". */
  readonly genitive?: boolean;
  /** Up to `REACH` code units before and after. */
  readonly before: string;
  readonly after: string;
}

/** Returns the spelling for a placeholder at this place of a text, or undefined for a new place. */
export type FormReader = (text: string, start: number, end: number) => string | undefined;

/** The length of the context, in UTF-16 code units. */
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
 * Finds the spelling of a place by its context, and that of a genitive also by the following word;
 * it uses equal contexts in order. Stateful: one per answer.
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

/** Returns "Akte" after "Anna Webers", as far as the context reaches. */
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

/** Serves a field inserted into a longer text, where other text follows the field's end. */
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
