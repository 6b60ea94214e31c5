/**
 * One way in which the value of a placeholder was written in the request ("Anna Weber", "Weber"), and what
 * stood around the placeholder in the sanitised text.
 */
export interface WrittenForm {
  readonly value: string;
  /** The code units before and after, as many as `REACH`; fewer where the text began or ended. */
  readonly before: string;
  readonly after: string;
}

/** The form that belongs to a placeholder at this place of a text; undefined when the place is a new one. */
export type FormReader = (text: string, start: number, end: number) => string | undefined;

const REACH = 8;
/** So many code units around a placeholder have to be the same where the text went on there before. */
const LEAST_SHARED = 4;
/** Places near the ends of fields that are looked through one by one. */
const MOST_EDGES = 64;

/** What stands around a placeholder of a sanitised text. */
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
 * Reads which form stood at a place: where the surroundings are those of the request, the form is too, in the
 * order of the request where several places look alike. Keeps count, so it is made anew for each answer.
 */
export function createFormReader(forms: readonly WrittenForm[]): FormReader {
  const places = new Map<string, Place>();
  for (const { value, before, after } of forms) {
    const key = keyOf(before, after);
    const place = places.get(key) ?? { before, after, values: [], used: 0 };
    place.values.push(value);
    places.set(key, place);
  }
  const edges = [...places.values()].filter(isEdge).slice(0, MOST_EDGES);
  return (text, start, end) => {
    const { before, after } = surroundings(text, start, end);
    const place = places.get(keyOf(before, after)) ?? nearestEdge(edges, before, after);
    if (place === undefined) return undefined;
    const value = place.values[Math.min(place.used, place.values.length - 1)];
    place.used += 1;
    return value;
  };
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

/** Where a field was put into a longer text: other text stands where the field ended. */
function nearestEdge(edges: readonly Place[], before: string, after: string): Place | undefined {
  let nearest: Place | undefined;
  let most = LEAST_SHARED - 1;
  for (const edge of edges) {
    const shared = edge.before.length + edge.after.length;
    if (shared > most && before.endsWith(edge.before) && after.startsWith(edge.after)) {
      nearest = edge;
      most = shared;
    }
  }
  return nearest;
}
