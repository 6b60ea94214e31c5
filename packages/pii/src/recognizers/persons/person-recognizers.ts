import type { Recognizer } from "../../finding.ts";
import { personGazetteer } from "./person-gazetteer.ts";
import { personIntroductionDe } from "./person-introduction-de.ts";
import { personIntroductionEn } from "./person-introduction-en.ts";
import { personLabelDe, personRoleDe } from "./person-label-de.ts";
import { personLabelEn, personRoleEn } from "./person-label-en.ts";
import { personSalutationDe } from "./person-salutation-de.ts";
import { personSalutationEn } from "./person-salutation-en.ts";
import { personSignatureDe } from "./person-signature-de.ts";
import { personSignatureEn } from "./person-signature-en.ts";
import { personTitleDe } from "./person-title-de.ts";
import { personTitleEn } from "./person-title-en.ts";

/** Persons by the structure of a document: what stands before the name, or around it. */
export const PERSON_RECOGNIZERS: readonly Recognizer[] = [
  personTitleEn,
  personTitleDe,
  personSalutationEn,
  personSalutationDe,
  personLabelEn,
  personRoleEn,
  personLabelDe,
  personRoleDe,
  personSignatureEn,
  personSignatureDe,
  personIntroductionEn,
  personIntroductionDe,
  personGazetteer,
];
