import type { Finding } from "../finding.ts";
import { nameOf } from "./general-places.ts";

interface TextOfRequest {
  readonly text: string;
}

interface Unredacted {
  readonly unredacted: readonly Finding[];
}

/**
 * Returns, for each text, the places that stayed in it but are replaced elsewhere in the request.
 */
export function findPersonalPlaces(
  texts: readonly TextOfRequest[],
  replaced: readonly (readonly Finding[])[],
  kept: readonly Unredacted[],
): readonly (readonly Finding[])[] {
  const places = new Set<string>();
  for (const [index, { text }] of texts.entries())
    for (const finding of replaced[index] ?? [])
      if (finding.type === "LOCATION") places.add(nameOf(text, finding));
  return texts.map(({ text }, index) => {
    if (places.size === 0) return [];
    const { unredacted = [] } = kept[index] ?? {};
    return unredacted.filter(
      ({ general, ...span }) => general === true && places.has(nameOf(text, span)),
    );
  });
}
