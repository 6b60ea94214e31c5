import { personByContext } from "./person-by-context.ts";
import { untilUnlisted } from "./person-name.ts";

/** Somebody says who they are: "mein Name ist ...", "ich heiße ...". */
export const personIntroductionDe = personByContext({
  name: "person-introduction-de",
  before:
    /(?<![\p{L}\p{N}_])(?:(?:mein|sein|ihr|der) (?:voller )?name (?:ist|war|lautet)|(?:ich|er|sie) hei(?:ß|ss)[et]{1,2})[ \u00a0]{1,2}/giu,
  continues: untilUnlisted,
  confidence: 0.85,
});
