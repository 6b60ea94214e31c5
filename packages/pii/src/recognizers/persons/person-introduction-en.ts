import { personByContext } from "./person-by-context.ts";
import { untilUnlisted } from "./person-name.ts";

/** Somebody says who they are: "my name is ...", "I am called ...". */
export const personIntroductionEn = personByContext({
  name: "person-introduction-en",
  before:
    /(?<![\p{L}\p{N}_])(?:(?:my|his|her|their|the) (?:full |first |last |real )?name(?:'s| is| was)|(?:i am|i'm|is|was) (?:called|named))[ \u00a0]{1,2}/giu,
  continues: untilUnlisted,
  confidence: 0.85,
});
