import { describeRecognizer } from "../recognizer.contract.ts";
import { dateOfBirthEn } from "./date-of-birth-en.ts";

describeRecognizer(dateOfBirthEn, {
  hits: [
    "DOB ⟦19MAY82⟧, seat 12A",
    "DOB ⟦04-JUL-76⟧",
    "born ⟦4-Jul-1976⟧",
    "born on ⟦3 May 1980⟧",
    "born ⟦May 3, 1980⟧ in Leeds",
    "Born in New York on ⟦05/03/1980⟧",
    "DOB: ⟦05/03/80⟧",
    "D.O.B. ⟦1980-05-03⟧",
    "date of birth is ⟦3rd of March 1980⟧",
    '{"birth_date": "⟦1980-05-03⟧"}',
    "**Date of birth:** ⟦12/31/1999⟧",
    "dateOfBirth: ⟦1980-05-03⟧",
    "Tell me your date of birth. It's ⟦1/30/1950⟧",
    "reborn born ⟦3 May 1980⟧",
    "a newborn in Leeds, born on ⟦3 May 1980⟧",
    "\ud801born ⟦3 May 1980⟧",
    "her birthday is on ⟦1 June 1990⟧",
  ],
  misses: [
    "on 3 May 1980",
    "DOB: 45/45/1980",
    "DOB: 13/13/1980",
    "born in 1980",
    "reborn 3 May 1980",
    "\u{10428}born 3 May 1980",
    "_dob: 05/03/1980",
    "ödob: 05/03/1980",
    "born on Tuesday",
    "DOB: 05/03/1980/22",
    "[DATE_OF_BIRTH_1]",
  ],
});
