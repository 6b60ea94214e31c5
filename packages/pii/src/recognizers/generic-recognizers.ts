import type { Recognizer } from "../finding.ts";
import { bookingCode } from "./codes/booking-code.ts";
import { serialCode } from "./codes/serial-code.ts";
import { structuredCode } from "./codes/structured-code.ts";
import { zeroFilledCode } from "./codes/zero-filled-code.ts";
import { accountPhrase } from "./contact/account-phrase.ts";
import { chatName } from "./contact/chat-name.ts";
import { email } from "./contact/email.ts";
import { logUser } from "./contact/log-user.ts";
import { personalUrl } from "./contact/personal-url.ts";
import { phone } from "./contact/phone.ts";
import { spelledEmail } from "./contact/spelled-email.ts";
import { taggedName } from "./contact/tagged-name.ts";
import { username } from "./contact/username.ts";
import { webAddress } from "./contact/web-address.ts";
import { socialSecurityCh } from "./country/ch/social-security.ts";
import { aadhaar } from "./country/in/aadhaar.ts";
import { panIndia } from "./country/in/pan.ts";
import { lockCode } from "./credentials/lock-code.ts";
import { passwordInContext } from "./credentials/password-in-context.ts";
import { passwordPhrase } from "./credentials/password-phrase.ts";
import { recoveryKey } from "./credentials/recovery-key.ts";
import { secret } from "./credentials/secret.ts";
import { urlCredentials } from "./credentials/url-credentials.ts";
import { ipAddress } from "./devices/ip-address.ts";
import { macAddress } from "./devices/mac-address.ts";
import { bankAccount } from "./money/bank-account.ts";
import { creditCard } from "./money/credit-card.ts";
import { cryptoWallet } from "./money/crypto-wallet.ts";
import { iban } from "./money/iban.ts";
import { lastDigits } from "./money/last-digits.ts";
import { sortCode } from "./money/sort-code.ts";

/** The order matters: of two equal findings, the first counts. */
export const GENERIC_RECOGNIZERS: readonly Recognizer[] = [
  email,
  spelledEmail,
  phone,
  iban,
  creditCard,
  sortCode,
  bankAccount,
  lastDigits,
  cryptoWallet,
  ipAddress,
  macAddress,
  urlCredentials,
  personalUrl,
  username,
  taggedName,
  logUser,
  chatName,
  accountPhrase,
  secret,
  recoveryKey,
  passwordInContext,
  passwordPhrase,
  lockCode,
  bookingCode,
  socialSecurityCh,
  aadhaar,
  panIndia,
  serialCode,
  structuredCode,
  zeroFilledCode,
  webAddress,
];
