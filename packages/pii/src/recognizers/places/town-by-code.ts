import { lengthsOf } from "../../document.ts";
import type { Hit, Recognizer } from "../../finding.ts";
import { codesWithTowns } from "./code-and-town.ts";

/** The town after a postal code: "wohnhaft in 9020 Klagenfurt", "A-3336 St. Johann am Bergle" (DIN 5008). */
export const townByCode: Recognizer = {
  name: "town-by-code",
  type: "LOCATION",
  needs: "0",
  codeLengths: lengthsOf([4, 5]),
  find(doc): readonly Hit[] {
    return codesWithTowns(doc).map(({ town: { start, end } }) => ({
      start,
      end,
      confidence: 0.85,
    }));
  },
};
