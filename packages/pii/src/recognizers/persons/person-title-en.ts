import { personByContext } from "./person-by-context.ts";
import { anyNameWord } from "./person-name.ts";

/** English forms of address and academic, clerical and military titles, several in a row. */
export const personTitleEn = personByContext({
  name: "person-title-en",
  before:
    /(?<![\p{L}\p{N}_])(?:(?:Mr|Mrs|Ms|Mx|Dr|Prof|Rev|Hon|Capt|Lt|Col|Gen|Sgt|MR|MRS|DR)\.|(?:Mr|Mrs|Ms|Miss|Mx|Dr|Professor|Doctor|Sir|Dame|Reverend|Rabbi|Imam|Captain|Judge|Justice|Senator|Nurse|MR|MRS|DR)(?=[ \u00a0]))[ \u00a0]{0,2}(?:(?:Dr|Prof)\.?[ \u00a0]{1,2}){0,2}/gu,
  continues: (part, before) => before.length < 3 && anyNameWord(part, before),
  confidence: 0.9,
});
