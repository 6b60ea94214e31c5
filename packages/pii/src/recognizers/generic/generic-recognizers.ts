import type { Recognizer } from "../../finding.ts";
import { aadhaar } from "./aadhaar.ts";
import { accountPhrase } from "./account-phrase.ts";
import { bankAccount } from "./bank-account.ts";
import { bookingCode } from "./booking-code.ts";
import { chatName } from "./chat-name.ts";
import { creditCard } from "./credit-card.ts";
import { cryptoWallet } from "./crypto-wallet.ts";
import { email } from "./email.ts";
import { iban } from "./iban.ts";
import { ipAddress } from "./ip-address.ts";
import { lastDigits } from "./last-digits.ts";
import { lockCode } from "./lock-code.ts";
import { logUser } from "./log-user.ts";
import { macAddress } from "./mac-address.ts";
import { panIndia } from "./pan-india.ts";
import { passwordInContext } from "./password-in-context.ts";
import { passwordPhrase } from "./password-phrase.ts";
import { personalUrl } from "./personal-url.ts";
import { phone } from "./phone.ts";
import { recoveryKey } from "./recovery-key.ts";
import { secret } from "./secret.ts";
import { serialCode } from "./serial-code.ts";
import { socialSecurityCh } from "./social-security-ch.ts";
import { sortCode } from "./sort-code.ts";
import { spelledEmail } from "./spelled-email.ts";
import { structuredCode } from "./structured-code.ts";
import { taggedName } from "./tagged-name.ts";
import { urlCredentials } from "./url-credentials.ts";
import { username } from "./username.ts";
import { webAddress } from "./web-address.ts";
import { zeroFilledCode } from "./zero-filled-code.ts";

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
