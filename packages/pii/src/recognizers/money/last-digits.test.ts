import { describeRecognizer } from "../recognizer.contract.ts";
import { lastDigits } from "./last-digits.ts";

describeRecognizer(lastDigits, {
  hits: [
    "the card ending in ⟦4482⟧ was charged",
    "my checking account ending ⟦7743⟧ and",
    "VISA ending ⟦0093⟧.",
    "The last four digits are ⟦4482⟧;",
    "last 4 of my card: ⟦4482⟧",
    "Die Karte endet auf ⟦4482⟧",
    "die letzten vier Ziffern lauten ⟦4482⟧",
  ],
  misses: [
    "the year ending 2024",
    "account for the fiscal year ending 2024 was closed",
    "the last 4 years: 2020 to 2023",
    "card ending 44821",
    "the last four digits are odd",
  ],
});
