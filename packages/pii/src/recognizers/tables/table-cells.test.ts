import { expect, test } from "@jest/globals";
import { createDocument } from "../../text/document.ts";
import { findTableCells } from "./table-cells.ts";

function cells(text: string): string[] {
  return findTableCells(createDocument(text, "en")).map(
    ({ start, end, type }) => `${type} ${text.slice(start, end)}`,
  );
}

test.each([
  ["last_name,dob,salary\nRose,1990-04-12,52000", ["PERSON Rose", "DATE_OF_BIRTH 1990-04-12"]],
  [
    "Nachname;Straße;PLZ;Ort\nSommer;Gartenweg 3;04109;Leipzig\nKurz;;99084;Erfurt",
    [
      "PERSON Sommer",
      "STREET_ADDRESS Gartenweg 3",
      "POSTAL_CODE 04109",
      "LOCATION Leipzig",
      "PERSON Kurz",
      "POSTAL_CODE 99084",
      "LOCATION Erfurt",
    ],
  ],
  ["| **Name** | Geb. |\n|---|---|\n| Rose | 1.2.90 |", ["PERSON Rose", "DATE_OF_BIRTH 1.2.90"]],
  ["Employee\tAge\nHope Summers\t29", ["PERSON Hope Summers", "AGE 29"]],
  [
    "| Nick | Kennwort |\n|---|---|\n| skandiah | Lebkuchen |\n| bmanser | unverändert |",
    ["USERNAME skandiah", "SECRET Lebkuchen", "USERNAME bmanser"],
  ],
  ['Name,SSN\n"Stone, B.",219-09-9999\n\n1,2', ["PERSON Stone, B.", "US_SSN 219-09-9999"]],
])("finds the personal cells in %j", (text, expected) => {
  expect(cells(text)).toEqual(expected);
});

test.each([
  "Name,Version\nKafka,10.4.2",
  "| Name | Type | Default |\n|---|---|---|\n| Rose | string | none |",
  "Name,Ort\nHalle,Bonn",
  "name, dob",
  "name, dob\nand so on without any",
  "dob,phone\nnone,null",
  "Vorname und Alter, bitte\nAnna, ja",
])("finds no personal cell in %j", (text) => {
  expect(cells(text)).toEqual([]);
});
