import type { Hit, Recognizer } from "../../../finding.ts";
import { codesWithTowns } from "./code-and-town.ts";

/**
 * Recognizes the town after a postal code: "wohnhaft in 9020 Klagenfurt", "A-3336 St. Johann am
 * Bergle" (DIN 5008).
 */
export const townByCode: Recognizer = {
  name: "town-by-code",
  type: "LOCATION",
  codes: [{ run: [4, 5], begins: "number", after: /^[ -](?!0)/ }],
  find(doc, places): readonly Hit[] {
    return codesWithTowns(doc, places).map(({ town: { start, end } }) => ({
      start,
      end,
      confidence: 0.85,
    }));
  },
};
