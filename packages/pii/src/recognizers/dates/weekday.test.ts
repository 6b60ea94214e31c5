import { describeRecognizer } from "../recognizer.contract.ts";
import { weekday } from "./weekday.ts";

describeRecognizer(weekday, {
  hits: ["see you ⟦Monday⟧ morning", "on ⟦friday⟧.", "am ⟦Mittwoch⟧, 3. Mai", "bis ⟦Sonnabend⟧"],
  misses: [
    "today",
    "holiday",
    "Birthday",
    "mittwoch",
    "Feiertag",
    "everyday",
    "isFriday()",
    "Abend",
  ],
});
