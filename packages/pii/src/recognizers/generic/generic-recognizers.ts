import type { Recognizer } from "../../finding.ts";
import { aadhaar } from "./aadhaar.ts";
import { bankAccount } from "./bank-account.ts";
import { bookingCode } from "./booking-code.ts";
import { creditCard } from "./credit-card.ts";
import { cryptoWallet } from "./crypto-wallet.ts";
import { email } from "./email.ts";
import { iban } from "./iban.ts";
import { ipAddress } from "./ip-address.ts";
import { logUser } from "./log-user.ts";
import { macAddress } from "./mac-address.ts";
import { panIndia } from "./pan-india.ts";
import { personalUrl } from "./personal-url.ts";
import { phone } from "./phone.ts";
import { secret } from "./secret.ts";
import { serialCode } from "./serial-code.ts";
import { spelledEmail } from "./spelled-email.ts";
import { taggedName } from "./tagged-name.ts";
import { urlCredentials } from "./url-credentials.ts";
import { username } from "./username.ts";
import { webAddress } from "./web-address.ts";

export const GENERIC_RECOGNIZERS: readonly Recognizer[] = [
  email,
  spelledEmail,
  phone,
  iban,
  creditCard,
  bankAccount,
  cryptoWallet,
  ipAddress,
  macAddress,
  urlCredentials,
  personalUrl,
  username,
  taggedName,
  logUser,
  secret,
  bookingCode,
  aadhaar,
  panIndia,
  serialCode,
  webAddress,
];
