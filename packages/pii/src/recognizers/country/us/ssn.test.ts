import { describeRecognizer } from "../../recognizer.contract.ts";
import { ssn } from "./ssn.ts";

describeRecognizer(ssn, {
  hits: [
    "⟦123-45-6789⟧",
    "SSN: ⟦123-45-6789⟧.",
    "ssn ⟦123456789⟧",
    "social security number ⟦123 45 6789⟧",
    "Social-Security no. ⟦123.45.6789⟧",
    "SS# ⟦536-22-1234⟧",
    "⟦078 05 1123⟧ and ⟦078.05.1123⟧",
    "the last one, ⟦899-99-9999⟧, is the highest area",
    "my SSN is ⟦2 1 9 0 9 9 9 9 8⟧.",
  ],
  misses: [
    "a row 2 1 9 0 9 9 9 9 8",
    "SSN 2 1 9 0 9 9 9 9 8 7",
    "000-45-6789",
    "666-45-6789",
    "900-45-6789",
    "SSN 987-65-4321",
    "123-00-6789",
    "123-45-0000",
    "SSN 078-05-1120",
    "219-09-9999",
    "123456789",
    "the SSN field of form 1040, number 123456789",
    "7 123 45 6789",
    "123 45 6789 12",
    "SSN 123-45.6789",
    "1123-45-6789",
    "123-45-67890",
    "part 123-45-6789-01",
    "[US_SSN_1]",
  ],
});
