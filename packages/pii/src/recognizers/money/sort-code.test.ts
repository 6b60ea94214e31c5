import { describeRecognizer } from "../recognizer.contract.ts";
import { sortCode } from "./sort-code.ts";

describeRecognizer(sortCode, {
  hits: [
    "salary to ⟦60-83-71 / 41920073⟧.",
    "sort code ⟦20-45-77⟧",
    "SORT ⟦20-45-77 A/C 83391204⟧",
  ],
  misses: ["20-45-77", "on 12-10-24 / 2024", "12-10-2024"],
});
