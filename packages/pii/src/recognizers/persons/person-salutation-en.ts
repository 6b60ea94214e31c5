import { endsAddress } from "./address-end.ts";
import { personByContext } from "./person-by-context.ts";
import { anyNameWord } from "./person-name.ts";

/** The person an English letter or message is addressed to: "Dear Anna,", "Hi John Smith!". */
export const personSalutationEn = personByContext({
  name: "person-salutation-en",
  before:
    /(?<![\p{L}\p{N}_])(?:[Dd]ear|DEAR|[Hh]i|[Hh]ello|[Hh]ey|[Gg]ood (?:morning|afternoon|evening))[ \u00a0]{1,2}/gu,
  continues: (part, before) => before.length < 3 && anyNameWord(part, before),
  confidence: 0.85,
  accepts: endsAddress,
});
