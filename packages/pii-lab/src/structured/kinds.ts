import { CLOSE_FRAMES, COLON_FRAMES, type Kind } from "./kind.ts";
import { DE_KINDS } from "./kinds-de.ts";
import {
  age,
  englishBirthDate,
  germanBirthDate,
  germanPostcode,
  recordNumber,
} from "./numbers/everyday.ts";
import { iban } from "./numbers/iban-numbers.ts";
import * as net from "./numbers/net-values.ts";
import * as en from "./numbers/us-gb-numbers.ts";

const UNIVERSAL_KINDS: readonly Kind[] = [
  {
    type: "EMAIL",
    labelled: net.email,
    bare: net.email,
    labels: {
      en: ["email", "E-mail address", "contact"],
      de: ["E-Mail", "Mailadresse", "E-Mail-Adresse"],
    },
  },
  {
    type: "PHONE",
    labelled: net.internationalPhone,
    bare: net.internationalPhone,
    bareIn: { de: net.germanPhone, en: net.usPhone },
    labels: {
      en: ["phone", "Tel.", "mobile number"],
      de: ["Telefon", "Tel.", "Handynummer", "Rückrufnummer"],
    },
  },
  {
    type: "IBAN",
    labelled: iban,
    bare: iban,
    labels: {
      en: ["IBAN", "account (IBAN)", "bank account"],
      de: ["IBAN", "Bankverbindung", "Konto"],
    },
  },
  {
    type: "CREDIT_CARD",
    labelled: en.creditCard,
    bare: en.creditCard,
    labels: {
      en: ["card number", "Visa", "credit card"],
      de: ["Kreditkarte", "Kartennummer", "Kreditkartennummer"],
    },
  },
  {
    type: "BANK_ACCOUNT",
    labelled: en.gbAccount,
    bareIn: {},
    labels: {
      en: ["account number", "bank account no.", "checking account number", "Account No"],
      de: ["Kontonummer", "Kto.-Nr.", "Konto-Nr.", "Konto Nr."],
    },
  },
  {
    type: "IP_ADDRESS",
    labelled: net.ipAddress,
    bare: net.ipAddress,
    labels: {
      en: ["client IP", "IP address", "source"],
      de: ["IP-Adresse", "Quelle", "Client-IP"],
    },
  },
  {
    type: "MAC_ADDRESS",
    labelled: net.macAddress,
    bare: net.macAddress,
    labels: {
      en: ["MAC address", "device MAC", "ether"],
      de: ["MAC-Adresse", "Geräteadresse", "MAC"],
    },
  },
  {
    type: "CRYPTO_WALLET",
    labelled: net.cryptoWallet,
    bare: net.cryptoWallet,
    labels: {
      en: ["wallet", "BTC address", "deposit address"],
      de: ["Wallet", "Bitcoin-Adresse", "Auszahlung an"],
    },
  },
  {
    type: "SECRET",
    labelled: net.secret,
    bare: net.secret,
    labels: {
      en: ["API key", "token", "Authorization"],
      de: ["API-Schlüssel", "Token", "Zugangsschlüssel"],
    },
  },
  {
    type: "POSTAL_CODE",
    labelled: en.gbPostcode,
    bareIn: { en: en.gbPostcode },
    labels: { en: ["postcode", "post code", "Postcode"] },
  },
  {
    type: "POSTAL_CODE",
    labelled: en.zip,
    labels: { en: ["ZIP", "ZIP code", "zip code", "postal code"] },
  },
  {
    type: "POSTAL_CODE",
    labelled: germanPostcode,
    labels: { de: ["PLZ", "Postleitzahl"] },
  },
  {
    type: "DATE_OF_BIRTH",
    labelled: germanBirthDate,
    phrases: {
      de: [
        "Sie wurde am «value» geboren.",
        "geboren am «value» in Kassel",
        "Patient, geb. «value», kommt zur Kontrolle.",
        "Ich bin am «value» geboren und wohne noch dort.",
        "* «value»",
        "Mein Geburtstag ist der «value».",
      ],
    },
    labels: { de: ["Geburtsdatum", "Geb.-Datum"] },
  },
  {
    type: "DATE_OF_BIRTH",
    labelled: englishBirthDate,
    phrases: {
      en: [
        "She was born on «value» in Leeds.",
        "born «value»",
        "The patient (DOB «value») came back.",
        "I was born on «value», so I am eligible.",
        "He (born «value») moved here.",
      ],
    },
    labels: { en: ["date of birth", "DOB", "Birth date"] },
  },
];

/** What is known by what stands around it, or by the host. */
const SAID_KINDS: readonly Kind[] = [
  {
    type: "URL",
    labelled: net.personalUrl,
    bare: net.personalUrl,
    labels: { en: ["profile", "link"], de: ["Profil", "Link"] },
  },
  {
    type: "USERNAME",
    frames: COLON_FRAMES,
    labelled: net.handle,
    labels: {
      en: ["username", "user_name", "login"],
      de: ["Benutzername", "Username", "Nutzername"],
    },
  },
  {
    type: "ID_NUMBER",
    frames: CLOSE_FRAMES,
    labelled: recordNumber,
    labels: {
      en: [
        "customer number",
        "Customer ID",
        "MRN",
        "member ID",
        "patient ID",
        "policy number",
        "employee ID",
      ],
      de: [
        "Kundennummer",
        "Personalnummer",
        "Patienten-ID",
        "Fallnummer",
        "Vertragsnummer",
        "Mitgliedsnummer",
      ],
    },
  },
  {
    type: "AGE",
    labelled: age,
    labels: { en: [], de: [] },
    phrases: {
      en: [
        "She is «value» years old.",
        "a «value»-year-old patient with fever",
        "Age: «value»",
        "He died aged «value».",
        "I'm «value» years old and work part time.",
        "at the age of «value» she moved away",
      ],
      de: [
        "Sie ist «value» Jahre alt.",
        "eine «value»-jährige Patientin",
        "Alter: «value»",
        "ein «value»jähriger Mann",
        "Im Alter von «value» Jahren zog er um.",
        "Ich bin «value» Jahre alt und arbeite halbtags.",
      ],
    },
  },
];

const US_KINDS: readonly Kind[] = [
  {
    type: "US_SSN",
    labelled: en.ssnAnyForm,
    bare: en.ssnWithHyphens,
    labels: {
      en: ["SSN", "Social Security number", "social security no."],
      de: ["US-Sozialversicherungsnummer (SSN)"],
    },
  },
  {
    type: "US_ITIN",
    labelled: en.itinAnyForm,
    bare: en.itinWithHyphens,
    labels: { en: ["ITIN", "individual taxpayer identification number", "taxpayer ID (ITIN)"] },
  },
  {
    type: "US_PASSPORT",
    labelled: en.usPassport,
    labels: { en: ["US passport number", "passport no.", "passport number"] },
  },
  {
    type: "US_DRIVER_LICENSE",
    labelled: en.usDriverLicense,
    labels: { en: ["driver's license", "driver license number", "drivers license no.", "DL"] },
  },
  {
    type: "US_NPI",
    labelled: en.npi,
    labels: { en: ["NPI", "national provider identifier", "provider NPI"] },
  },
  {
    type: "US_MBI",
    labelled: en.mbi,
    bare: en.mbi,
    labels: { en: ["MBI", "Medicare number", "Medicare beneficiary identifier"] },
  },
  {
    type: "US_ABA_ROUTING",
    labelled: en.abaRouting,
    labels: { en: ["routing number", "ABA routing number", "ABA", "RTN"] },
  },
];

const GB_KINDS: readonly Kind[] = [
  {
    type: "GB_NINO",
    labelled: en.nino,
    bare: en.nino,
    labels: { en: ["National Insurance number", "NI number", "NINO"] },
  },
  { type: "GB_NHS", labelled: en.nhsNumber, labels: { en: ["NHS number", "NHS no.", "NHS"] } },
  {
    type: "GB_PASSPORT",
    labelled: en.gbPassport,
    labels: { en: ["UK passport number", "British passport", "UK passport"] },
  },
  {
    type: "GB_DRIVER_LICENSE",
    labelled: en.gbDriverLicense,
    bare: en.gbDriverLicense,
    labels: { en: ["driving licence", "driving licence number", "DVLA licence no."] },
  },
  {
    type: "GB_LICENSE_PLATE",
    labelled: en.gbLicensePlate,
    labels: { en: ["UK registration", "number plate", "vehicle registration", "reg"] },
  },
];

/** Every structured type, as people write it. */
export const KINDS: readonly Kind[] = [
  ...UNIVERSAL_KINDS,
  ...SAID_KINDS,
  ...US_KINDS,
  ...GB_KINDS,
  ...DE_KINDS,
];
