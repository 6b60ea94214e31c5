import { findAll, type Recognizer } from "../../finding.ts";
import { dateOfBirthDe } from "../../recognizers/de/date-of-birth.ts";
import { personIntroductionDe } from "../../recognizers/de/person-introduction.ts";
import { personLabelDe, personRoleDe } from "../../recognizers/de/person-label.ts";
import { personSalutationDe } from "../../recognizers/de/person-salutation.ts";
import { personSignatureDe } from "../../recognizers/de/person-signature.ts";
import { personTitleDe } from "../../recognizers/de/person-title.ts";
import { dateOfBirthEn } from "../../recognizers/en/date-of-birth.ts";
import { personIntroductionEn } from "../../recognizers/en/person-introduction.ts";
import { personLabelEn, personRoleEn } from "../../recognizers/en/person-label.ts";
import { personSalutationEn } from "../../recognizers/en/person-salutation.ts";
import { personSignatureEn } from "../../recognizers/en/person-signature.ts";
import { personTitleEn } from "../../recognizers/en/person-title.ts";
import { creditCard } from "../../recognizers/generic/credit-card.ts";
import { email } from "../../recognizers/generic/email.ts";
import { iban } from "../../recognizers/generic/iban.ts";
import { ipAddress } from "../../recognizers/generic/ip-address.ts";
import { personGazetteer } from "../../recognizers/generic/person-gazetteer.ts";
import { phone } from "../../recognizers/generic/phone.ts";
import { urlCredentials } from "../../recognizers/generic/url-credentials.ts";
import { ssn } from "../../recognizers/us/ssn.ts";
import type { Layer } from "../layer.ts";

/**
 * All recognisers, whatever the language of the text: texts mix languages, and a wrong guess must not
 * become a leak.
 */
export const RECOGNIZERS: readonly Recognizer[] = [
  email,
  phone,
  iban,
  creditCard,
  ssn,
  ipAddress,
  urlCredentials,
  dateOfBirthEn,
  dateOfBirthDe,
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

/** Patterns with their checks, words of context, and lists of names. */
export const patternsLayer: Layer = {
  name: "patterns",
  find: (text, language) => findAll(RECOGNIZERS, text, language),
};
