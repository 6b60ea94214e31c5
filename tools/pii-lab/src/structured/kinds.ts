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
    labeled: net.email,
    bare: net.email,
    labels: {
      en: ["email", "E-mail address", "contact"],
      de: ["E-Mail", "Mailadresse", "E-Mail-Adresse"],
    },
  },
  {
    type: "PHONE",
    labeled: net.internationalPhone,
    bare: net.internationalPhone,
    bareIn: { de: net.germanPhone, en: net.usPhone },
    labels: {
      en: ["phone", "Tel.", "mobile number"],
      de: ["Telefon", "Tel.", "Handynummer", "Rückrufnummer"],
    },
  },
  {
    type: "IBAN",
    labeled: iban,
    bare: iban,
    labels: {
      en: ["IBAN", "account (IBAN)", "bank account"],
      de: ["IBAN", "Bankverbindung", "Konto"],
    },
  },
  {
    type: "CREDIT_CARD",
    labeled: en.creditCard,
    bare: en.creditCard,
    labels: {
      en: ["card number", "Visa", "credit card"],
      de: ["Kreditkarte", "Kartennummer", "Kreditkartennummer"],
    },
  },
  {
    type: "BANK_ACCOUNT",
    labeled: en.gbAccount,
    bareIn: {},
    labels: {
      en: ["account number", "bank account no.", "checking account number", "Account No"],
      de: ["Kontonummer", "Kto.-Nr.", "Konto-Nr.", "Konto Nr."],
    },
  },
  {
    type: "IP_ADDRESS",
    labeled: net.ipAddress,
    bare: net.ipAddress,
    labels: {
      en: ["client IP", "IP address", "source"],
      de: ["IP-Adresse", "Quelle", "Client-IP"],
    },
  },
  {
    type: "MAC_ADDRESS",
    labeled: net.macAddress,
    bare: net.macAddress,
    labels: {
      en: ["MAC address", "device MAC", "ether"],
      de: ["MAC-Adresse", "Geräteadresse", "MAC"],
    },
  },
  {
    type: "CRYPTO_WALLET",
    labeled: net.cryptoWallet,
    bare: net.cryptoWallet,
    labels: {
      en: ["wallet", "BTC address", "deposit address"],
      de: ["Wallet", "Bitcoin-Adresse", "Auszahlung an"],
    },
  },
  {
    type: "SECRET",
    labeled: net.secret,
    bare: net.secret,
    labels: {
      en: ["API key", "token", "Authorization"],
      de: ["API-Schlüssel", "Token", "Zugangsschlüssel"],
    },
  },
  {
    type: "POSTAL_CODE",
    labeled: en.gbPostcode,
    bareIn: { en: en.gbPostcode },
    labels: { en: ["postcode", "post code", "Postcode"] },
  },
  {
    type: "POSTAL_CODE",
    labeled: en.zip,
    labels: { en: ["ZIP", "ZIP code", "zip code", "postal code"] },
  },
  {
    type: "POSTAL_CODE",
    labeled: germanPostcode,
    labels: { de: ["PLZ", "Postleitzahl"] },
  },
  {
    type: "DATE_OF_BIRTH",
    labeled: germanBirthDate,
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
    labeled: englishBirthDate,
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

/** Kinds whose values are recognized by their context, or by the host of a URL. */
const CONTEXT_KINDS: readonly Kind[] = [
  {
    type: "URL",
    labeled: net.personalUrl,
    bare: net.personalUrl,
    labels: { en: ["profile", "link"], de: ["Profil", "Link"] },
  },
  {
    type: "USERNAME",
    frames: COLON_FRAMES,
    labeled: net.handle,
    labels: {
      en: ["username", "user_name", "login"],
      de: ["Benutzername", "Username", "Nutzername"],
    },
  },
  {
    type: "ID_NUMBER",
    frames: CLOSE_FRAMES,
    labeled: recordNumber,
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
    labeled: age,
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
    labeled: en.ssnAnyForm,
    bare: en.ssnWithHyphens,
    labels: {
      en: ["SSN", "Social Security number", "social security no."],
      de: ["US-Sozialversicherungsnummer (SSN)"],
    },
  },
  {
    type: "US_ITIN",
    labeled: en.itinAnyForm,
    bare: en.itinWithHyphens,
    labels: { en: ["ITIN", "individual taxpayer identification number", "taxpayer ID (ITIN)"] },
  },
  {
    type: "US_PASSPORT",
    labeled: en.usPassport,
    labels: { en: ["US passport number", "passport no.", "passport number"] },
  },
  {
    type: "US_DRIVER_LICENSE",
    labeled: en.usDriverLicense,
    labels: { en: ["driver's license", "driver license number", "drivers license no.", "DL"] },
  },
  {
    type: "US_NPI",
    labeled: en.npi,
    labels: { en: ["NPI", "national provider identifier", "provider NPI"] },
  },
  {
    type: "US_MBI",
    labeled: en.mbi,
    bare: en.mbi,
    labels: { en: ["MBI", "Medicare number", "Medicare beneficiary identifier"] },
  },
  {
    type: "US_ABA_ROUTING",
    labeled: en.abaRouting,
    labels: { en: ["routing number", "ABA routing number", "ABA", "RTN"] },
  },
];

const GB_KINDS: readonly Kind[] = [
  {
    type: "GB_NINO",
    labeled: en.nino,
    bare: en.nino,
    labels: { en: ["National Insurance number", "NI number", "NINO"] },
  },
  { type: "GB_NHS", labeled: en.nhsNumber, labels: { en: ["NHS number", "NHS no.", "NHS"] } },
  {
    type: "GB_PASSPORT",
    labeled: en.gbPassport,
    labels: { en: ["UK passport number", "British passport", "UK passport"] },
  },
  {
    type: "GB_DRIVER_LICENSE",
    labeled: en.gbDriverLicense,
    bare: en.gbDriverLicense,
    labels: { en: ["driving licence", "driving licence number", "DVLA licence no."] },
  },
  {
    type: "GB_LICENSE_PLATE",
    labeled: en.gbLicensePlate,
    labels: { en: ["UK registration", "number plate", "vehicle registration", "reg"] },
  },
];

export const KINDS: readonly Kind[] = [
  ...UNIVERSAL_KINDS,
  ...CONTEXT_KINDS,
  ...US_KINDS,
  ...GB_KINDS,
  ...DE_KINDS,
];
