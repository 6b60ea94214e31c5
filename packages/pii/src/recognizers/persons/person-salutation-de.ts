import { endsAddress } from "./address-end.ts";
import { personByContext } from "./person-by-context.ts";
import { anyNameWord } from "./person-name.ts";

/** The person a German letter or message is addressed to: "Liebe Anna,", "Hallo Max Mustermann!". */
export const personSalutationDe = personByContext({
  name: "person-salutation-de",
  before:
    /(?<![\p{L}\p{N}_])(?:[Ll]iebe[rs]?|[Hh]allo|[Hh]i|[Ss]ervus|[Mm]oin|[Gg]rüezi|[Ww]erte[rs]?|[Gg]uten (?:Morgen|Tag|Abend)|[Ss]ehr geehrte[rs]?)[ \u00a0]{1,2}/gu,
  continues: (part, before) => before.length < 3 && anyNameWord(part, before),
  confidence: 0.85,
  accepts: endsAddress,
});
