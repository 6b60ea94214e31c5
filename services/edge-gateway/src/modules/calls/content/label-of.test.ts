import { expect, test } from "@jest/globals";
import { labelOf } from "./label-of.ts";

test.each([
  ["first_name", "first name"],
  ["firstName", "first Name"],
  ["FIRST_NAME", "FIRST NAME"],
  ["first-name", "first name"],
  ["customerSSN", "customer SSN"],
  ["IBANNumber", "IBAN Number"],
  ["person.dob", "person dob"],
  ["straße", "straße"],
  ["führerscheinNr", "führerschein Nr"],
  ["ssn_2", "ssn"],
  ["phones.0", "phones"],
  ["_password", "password"],
  ["__x", "x"],
  ["0", ""],
  ["", ""],
  ["a(b)", ""],
  ["a\nb", ""],
  ["x".repeat(200), ""],
])("The field %j has the label %j", (name, label) => {
  expect(labelOf(name)).toBe(label);
});
