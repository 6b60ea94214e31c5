import { expect, test } from "@jest/globals";
import { createDocument } from "../../text/document.ts";
import { findLabeledFields } from "./labeled-fields.ts";

function fields(text: string): string[] {
  return findLabeledFields(createDocument(text, "en")).map(
    ({ start, end, type }) => `${type} ${text.slice(start, end)}`,
  );
}

test.each([
  [
    "employee:\n  firstName: Summer\n  lastName: Banks\n  birthDate: 1991-07-04",
    ["PERSON Summer", "PERSON Banks", "DATE_OF_BIRTH 1991-07-04"],
  ],
  [
    '{"strasse":"Kurze Mühren","hausnummer":"13b","plz":"20095"}',
    ["STREET_ADDRESS Kurze Mühren", "STREET_ADDRESS 13b", "POSTAL_CODE 20095"],
  ],
  [
    "address_line_1: 4 Orchard Lea\naddress_line_2: Winkleigh",
    ["STREET_ADDRESS 4 Orchard Lea", "STREET_ADDRESS Winkleigh"],
  ],
  [
    "<Patient><hl7:LastName>Gold</hl7:LastName><HouseNumber>18</HouseNumber>",
    ["PERSON Gold", "STREET_ADDRESS 18"],
  ],
  ["customerName=Stone&dob=1980-01-02", ["PERSON Stone", "DATE_OF_BIRTH 1980-01-02"]],
  ['"street":["534 Erewhon"]', ["STREET_ADDRESS 534 Erewhon"]],
  ['"line":["534 Erewhon"]', ["STREET_ADDRESS 534 Erewhon"]],
  ["steuer_id: 86095742719", ["DE_TAX_ID 86095742719"]],
])("finds the labeled fields in %j", (text, expected) => {
  expect(fields(text).sort()).toEqual([...expected].sort());
});

test.each([
  "firstName: string; lastName: String;",
  '"firstName": "Vorname", "lastName": "Nachname"',
  "const lastName = user.lastName;",
  'address: "localhost:3000"',
  "listen_address = 0.0.0.0",
  "ssn: number",
  "street: z.string()",
  "birthDate: Date",
  "<name>Rose</name>",
  "city: London",
  "<lastName></lastName>",
  "employee: Employee",
  "passport: passport.authenticate()",
  "zip: unzip",
  "Willey Street: 4 / 23 / 2014 10: 09: 21 AM",
  '"line": ["a text"]',
  '"line": "534 Erewhon"',
])("finds no labeled field in %j", (text) => {
  expect(fields(text)).toEqual([]);
});
