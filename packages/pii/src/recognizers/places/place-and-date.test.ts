import { describeRecognizer } from "../recognizer.contract.ts";
import { placeAndDate } from "./place-and-date.ts";

describeRecognizer(placeAndDate, {
  hits: [
    "⟦Flensburg⟧, 27. März 2025\nSehr geehrte",
    "Klinik\n\n⟦Neudorf⟧, am 16.12.2029",
    "⟦Bad Homburg⟧, den 3.5.2024",
  ],
  misses: [
    "Am Montag, 27. März 2025",
    "Montag, 27. März 2025",
    "Er kam nach Flensburg, 27. März 2025",
    "Flensburg 27. März",
    "Version 3, 12.5.2024",
    "gestern, 3.5.2024",
  ],
});
