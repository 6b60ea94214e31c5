import { personByContext } from "./person-by-context.ts";
import { isPerson, LABEL_SEPARATOR } from "./person-label.ts";
import { anyNameWord } from "./person-name.ts";

/** Labels whose value is a name whatever it looks like: "Name: ...", `"first_name": "..."`. */
export const personLabelEn = personByContext({
  name: "person-label-en",
  before: new RegExp(
    `(?<![\\p{L}\\p{N}] |[\\p{L}\\p{N}_.-])(?:(?:full|first|last|middle|given|family|maiden|patient|customer|client|contact|employee|applicant|cardholder|account ?holder|legal|birth)(?:'s)?[ _-]?)?(?:name|surname)${LABEL_SEPARATOR}`,
    "giu",
  ),
  continues: anyNameWord,
  maxParts: 4,
  confidence: 0.85,
});

/** Labels of roles that a person has, but that other things may follow too: "Patient: ...". */
export const personRoleEn = personByContext({
  name: "person-role-en",
  before: new RegExp(
    `(?<![\\p{L}\\p{N}_])(?:patient|customer|client|contact(?: person)?|employee|applicant|insured|beneficiary|tenant|landlord|account ?holder|cardholder|claimant|defendant|plaintiff|witness|attendee|author|signed|sender|recipient|attn|attention|caller|from|to|cc)${LABEL_SEPARATOR}`,
    "giu",
  ),
  continues: anyNameWord,
  maxParts: 4,
  confidence: 0.8,
  accepts: isPerson,
});
