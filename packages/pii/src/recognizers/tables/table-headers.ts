import type { EntityType } from "../../finding.ts";

/** The type and form of the values below a header. */
export interface Column {
  readonly type: EntityType;
  /**
   * Whether the header alone shows that the rows are about persons. "Name" does not, because things
   * have names too.
   */
  readonly isPersonal: boolean;
  readonly accepts: { test(cell: string): boolean };
}

const NAME = /^(?=\P{N}*$)\p{L}[\p{L}\p{M} .,'’-]{0,59}$/u;
/** Matches a number of at least three digits. */
export const NUMBER = /^(?=(?:\D*\d){3})[\p{L}\d][\p{L}\d ./-]{2,39}$/u;
const DATE =
  /^(?:(?:19|20)\d{6}|\d{1,4}[./-] ?\d{1,2}[./-] ?\d{1,4}|\d{1,2}\.? \p{L}{3,9}\.? \d{2,4}|\p{L}{3,9}\.? \d{1,2},? \d{4})$/u;

export const LONGEST_HEADER = 32;
const COLUMNS = new Map<string, Column>();
add(
  "PERSON",
  true,
  NAME,
  "firstname lastname surname givenname familyname fullname middlename maidenname birthname legalname realname contactname managername employeename passengername holdername cardholder cardholdername accountholder kontoinhaber karteninhaber patientenname spousename vorname nachname familienname geburtsname employee mitarbeiter mitarbeiterin patient patientin patientname customername kundenname student schüler schülerin manager ansprechpartner contactperson spouse",
);
add(
  "PERSON",
  false,
  NAME,
  "name contact kontakt kunde customer client owner teacher lehrer supervisor vorgesetzter",
);
add(
  "DATE_OF_BIRTH",
  true,
  DATE,
  "dob dateofbirth birth birthdate birthday bday geburtsdatum geburtstag gebdatum geb born geboren",
);
add("AGE", false, /^\d{1,3}$/, "age alter");
add(
  "STREET_ADDRESS",
  true,
  /^(?=.*\p{L}).{4,80}$/u,
  "street straße strasse streetaddress address adresse anschrift homeaddress address1 address2 addressline addressline1 addressline2 streetname streetline1 strassenname wohnadresse",
);
add(
  "STREET_ADDRESS",
  false,
  /^\d{1,5} ?[a-z]?(?:[-/]\d{1,4}[a-z]?)?$/i,
  "hausnummer hausnr housenumber houseno streetnumber streetno",
);
add(
  "POSTAL_CODE",
  true,
  /^(?=.*\d)[A-Za-z\d][A-Za-z\d -]{2,9}$/,
  "plz postleitzahl zip zipcode postcode postalcode",
);
add(
  "LOCATION",
  false,
  NAME,
  "city ort stadt wohnort town geburtsort birthplace placeofbirth hometown",
);
add(
  "PHONE",
  true,
  /^(?=(?:\D*\d){6})[+(\d][\d ()./+-]{5,24}$/,
  "phone telefon tel phonenumber telefonnummer mobile mobil handy fax cell",
);
add("US_SSN", true, NUMBER, "ssn socialsecuritynumber socialsecurityno");
add("DE_TAX_ID", true, NUMBER, "steuerid steueridnr steueridentifikationsnummer idnr");
add("EMAIL", true, /^$/, "email emailaddress mail e-mail");
add(
  "BANK_ACCOUNT",
  true,
  /^(?=(?:\D*\d){6})[\d -]{6,24}$/,
  "iban kontonummer accountnumber bankaccount konto",
);

function add(type: EntityType, isPersonal: boolean, accepts: RegExp, words: string): void {
  for (const word of words.split(" ")) COLUMNS.set(word, { type, isPersonal, accepts });
}

/** Returns the column for `header`, or undefined if the header is not personal or not known. */
export function columnOf(header: string): Column | undefined {
  return header.length > LONGEST_HEADER ? undefined : COLUMNS.get(headerKey(header));
}

/** Returns the letters and digits of a header in lower case. */
export function headerKey(header: string): string {
  const lower = header.toLowerCase();
  for (let at = 0; at < lower.length; at += 1)
    if (!isPlain(lower.charCodeAt(at))) return lower.replace(/[^\p{L}\d]/gu, "");
  return lower;
}

function isPlain(unit: number): boolean {
  return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39);
}
