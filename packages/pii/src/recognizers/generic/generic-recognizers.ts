import type { Recognizer } from "../../finding.ts";
import { creditCard } from "./credit-card.ts";
import { email } from "./email.ts";
import { iban } from "./iban.ts";
import { ipAddress } from "./ip-address.ts";
import { phone } from "./phone.ts";
import { urlCredentials } from "./url-credentials.ts";

/** What has the same form in every country, or a form that names its country. */
export const GENERIC_RECOGNIZERS: readonly Recognizer[] = [
  email,
  phone,
  iban,
  creditCard,
  ipAddress,
  urlCredentials,
];
