import { personByContext } from "./person-by-context.ts";
import { isPerson, LABEL_SEPARATOR } from "./person-label.ts";
import { anyNameWord } from "./person-name.ts";

/** Labels whose value is a name whatever it looks like: "Name: ...", "Nachname | ...". */
export const personLabelDe = personByContext({
  name: "person-label-de",
  before: new RegExp(
    `(?<![\\p{L}\\p{N}_.-])(?:vor-? ?und (?:nach|zu|familien)name|(?:vor|nach|zu|familien|geburts|ruf|mädchen|patienten|kunden)name|name (?:des|der) \\p{L}{3,20})${LABEL_SEPARATOR}`,
    "giu",
  ),
  continues: anyNameWord,
  maxParts: 4,
  confidence: 0.85,
});

/** Labels of roles that a person has, but that other things may follow too: "Kunde: ...". */
export const personRoleDe = personByContext({
  name: "person-role-de",
  before: new RegExp(
    `(?<![\\p{L}\\p{N}_])(?:(?:patient|kund|mandant|klient|zeug|versicherte|antragsteller|mitarbeiter|ansprechpartner|kontoinhaber|karteninhaber|bewerber|mieter|vermieter|absender|empfänger|arbeitnehmer|sachbearbeiter|teilnehmer|kläger|beklagte|schuldner|gläubiger|verfasser|autor|anrufer|ärzt|arzt)(?:e[rn]?|in|:in|\\*in|/in|/-in)?|unterzeichnet|gez\\.?|von|an|z\\. ?Hd\\.?)${LABEL_SEPARATOR}`,
    "giu",
  ),
  continues: anyNameWord,
  maxParts: 4,
  confidence: 0.8,
  accepts: isPerson,
});
