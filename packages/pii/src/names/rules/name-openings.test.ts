import { expect, test } from "@jest/globals";
import { decode } from "../../../test/decode.ts";

test('When a surname follows a word for a signature, such as "gez." or "signed", then it is a person', () => {
  for (const text of ["gez. GERODL", "gez. Gerodl", "signed: Koch", "gezeichnet Gerodl"])
    expect(decode(`so ${text}`, {})).toEqual([`PERSON ${text.split(" ").at(-1)} 0.70`]);
  for (const text of ["gez. und", "signed HR", "signed Hochzeit", "gez. Dr."])
    expect(decode(`so ${text}`, {})).toEqual([]);
});
