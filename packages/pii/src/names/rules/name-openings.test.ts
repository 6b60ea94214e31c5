import { expect, test } from "@jest/globals";
import { decode } from "../../../test/decode.ts";

test("When a surname stands behind the word for a signature, then it is a person", () => {
  for (const text of ["gez. GERODL", "gez. Gerodl", "signed: Koch", "gezeichnet Gerodl"])
    expect(decode(`so ${text}`, {})).toEqual([`PERSON ${text.split(" ").at(-1)} 0.70`]);
  for (const text of ["gez. und", "signed HR", "signed Hochzeit", "gez. Dr."])
    expect(decode(`so ${text}`, {})).toEqual([]);
});
