import { personByContext } from "./person-by-context.ts";
import { untilUnlisted } from "./person-name.ts";

/**
 * German forms of address and titles, several in a row ("Frau Prof. Dr. med."). German nouns are capitalised:
 * the name ends at the first word that is in no list of names, unless a given name precedes it.
 */
export const personTitleDe = personByContext({
  name: "person-title-de",
  before:
    /(?<![\p{L}\p{N}_])(?:(?:Herrn?|Frau|Fräulein|Doktor|Professor(?:in)?)(?=[ \u00a0])|(?:Hr|Hrn|Fr|Dr|Prof|Mag|Dipl\.-(?:Ing|Kfm|Psych|Inf))\.)(?:[ \u00a0]{0,2}(?:(?:Dr|Prof|med|phil|jur|rer|nat|h|c|habil|dent|vet|Mag|Dipl\.-\p{L}{2,6})\.|(?:Dr|Doktor|Professor(?:in)?|Direktor(?:in)?|Rechtsanw[aä]lt(?:in)?|Bürgermeister(?:in)?|Minister(?:in)?|Kollegin|Kollege)(?=[ \u00a0]))){0,6}[ \u00a0]{0,2}/gu,
  continues: untilUnlisted,
  confidence: 0.9,
});
