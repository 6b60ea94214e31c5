import { describeRecognizer } from "../recognizer.contract.ts";
import { personTitleEn } from "./person-title-en.ts";

describeRecognizer(personTitleEn, {
  hits: [
    "Mr. ⟦Smith⟧ called",
    "Mrs ⟦Emily Johnson-Brown⟧.",
    "Ms. ⟦Koch⟧ and Dr. ⟦Ravi Unknownson⟧",
    "Prof. Dr. ⟦Weber⟧",
    "MR. ⟦SMITH⟧",
    "Sir ⟦Ian McKellen⟧",
    "Dr. ⟦J. Watson⟧",
    "Dr. ⟦van der Berg⟧",
  ],
  misses: [
    "MS Office",
    "mr smith",
    "the Miss of the year",
    "Dr. No".replace("No", "and"),
    "Mr. President",
    "Sir, please",
    "Prof. [PERSON_1]",
    "Missing Person",
  ],
});
