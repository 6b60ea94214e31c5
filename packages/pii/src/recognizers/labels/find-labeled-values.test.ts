import { expect, test } from "@jest/globals";
import { createDocument } from "../../text/document.ts";
import { findLabeledValues } from "./find-labeled-values.ts";

function found(text: string): string[] {
  return findLabeledValues(createDocument(text, "en")).map(
    ({ start, end, type }) => `${type} ${text.slice(start, end)}`,
  );
}

test.each([
  [
    '<claim no="26/881" user="m.oster" pwd="Gr4nite_Door"/><mrn>0044-188</mrn><password>Gips:Bein:1</password>',
    [
      "ID_NUMBER 26/881",
      "USERNAME m.oster",
      "SECRET Gr4nite_Door",
      "ID_NUMBER 0044-188",
      "SECRET Gips:Bein:1",
    ],
  ],
  ['{\\"passportNo\\":\\"L898902C3\\"}', ["ID_NUMBER L898902C3"]],
  ["<MRN>771204</MRN>", ["ID_NUMBER 771204"]],
  ["driving_licence_no: MORGA657054SM9IJ", ["ID_NUMBER MORGA657054SM9IJ"]],
  ["licence number MORGA 657054 SM9IJ", ["ID_NUMBER MORGA 657054 SM9IJ"]],
  ["BIN: 610502, Group #: 0077123", ["ID_NUMBER 610502", "ID_NUMBER 0077123"]],
  ["Unser Zeichen: 88/26 wb-kl", ["ID_NUMBER 88/26"]],
  [
    '{"xml": "<db user=\\"m.oster\\" password=\\"Gr4nite_Door\\"/>"}',
    ["USERNAME m.oster", "SECRET Gr4nite_Door"],
  ],
])(
  "When %s has labels as attributes, elements or keys, then their values are found",
  (text, values) => {
    expect(found(text)).toEqual(values);
  },
);

test.each([
  ["IBAN: DE44 5001 0517 5407 3249 33", "IBAN"],
  ["NPI 1234567890", "US_NPI"],
  ["SSN 000-12-3456", "US_SSN"],
  ["LANR 123456701", "DE_LANR"],
  ["KVNR A123456789", "DE_HEALTH_INSURANCE"],
  ["Sozialversicherungsnummer: 65 170839 J 001", "DE_SOCIAL_SECURITY"],
  ["Steuer-ID: 12 345 678 901", "DE_TAX_ID"],
  ["routing number 121000359", "US_ABA_ROUTING"],
  ["USt-IdNr.: DE123456780", "DE_VAT_ID"],
])(
  "When the check digit in %s is wrong, then the number has the type that the label implies",
  (text, type) => {
    expect(found(text)).toEqual([`${type} ${text.replace(/^(?:\D+: |\D+ (?=[A-Z]?\d))/, "")}`]);
  },
);
