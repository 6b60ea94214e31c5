import { expect, test } from "@jest/globals";
import { presidioType } from "./presidio-types.ts";

test.each([
  ["PERSON", "PERSON"],
  ["EMAIL_ADDRESS", "EMAIL"],
  ["UK_NHS", "GB_NHS"],
  ["UK_POSTCODE", "POSTAL_CODE"],
  ["ABA_ROUTING_NUMBER", "US_ABA_ROUTING"],
  ["DE_KFZ", "DE_LICENSE_PLATE"],
  ["IT_FISCAL_CODE", "ID_NUMBER"],
  ["CA_POSTAL_CODE", undefined],
  ["NRP", undefined],
  ["UUID", undefined],
  ["SOMETHING_NEW", undefined],
  ["LITERAL", undefined],
  ["KNOWN_ENTITY", undefined],
  ["constructor", undefined],
])("Presidio's type %s is mapped to %s", (name, type) => {
  expect(presidioType(name)).toBe(type);
});
