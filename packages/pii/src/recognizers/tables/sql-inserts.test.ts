import { expect, test } from "@jest/globals";
import { createDocument } from "../../text/document.ts";
import { findSqlInserts } from "./sql-inserts.ts";

function values(text: string): string[] {
  return findSqlInserts(createDocument(text, "en")).map(
    ({ start, end, type }) => `${type} ${text.slice(start, end)}`,
  );
}

test.each([
  [
    "INSERT INTO patients (last_name, first_name, dob, mrn) VALUES ('Rose', N'Hunter', '1980-02-11', 55120);",
    ["PERSON Rose", "PERSON Hunter", "DATE_OF_BIRTH 1980-02-11", "ID_NUMBER 55120"],
  ],
  [
    "insert into `users` (`id`,`full_name`,`city`)\nvalues (1,'Hope Stone','Bath'),\n (2,'Art, Young',NULL)",
    ["PERSON Hope Stone", "LOCATION Bath", "PERSON Art, Young"],
  ],
  [
    'INSERT INTO "app"."u"("surname","ssn") VALUES (\'N\',\'219-09-9998\')',
    ["PERSON N", "US_SSN 219-09-9998"],
  ],
])("finds the personal values in %j", (text, expected) => {
  expect(values(text)).toEqual(expected);
});

test.each([
  "INSERT INTO products (name, price) VALUES ('Rose', 12)",
  "INSERT INTO patients SELECT last_name, dob FROM x",
  "INSERT INTO patients (last_name, dob) VALUES ($1, $2)",
  "INSERT INTO patients (last_name, dob) VALUES ('Rose')",
  "look INTO the (name, dob) values",
])("finds no personal value in %j", (text) => {
  expect(values(text)).toEqual([]);
});
