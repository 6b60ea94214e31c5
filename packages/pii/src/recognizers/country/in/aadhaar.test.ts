import { describeRecognizer } from "../../recognizer.contract.ts";
import { aadhaar } from "./aadhaar.ts";

describeRecognizer(aadhaar, {
  hits: [
    "Aadhaar: ⟦499118665246⟧",
    "ID ⟦4991 1866 5246⟧ of the applicant",
    "UIDAI ⟦4991-1866-5246⟧",
    "आधार ⟦4991 1866 5246⟧",
  ],
  misses: [
    "499118665246",
    "4991 1866 5247",
    "Aadhaar 0991 1866 5246",
    "card 4991 1866 5246",
    "4991 1866 5246 1111",
    "1234 4991 1866 5246",
  ],
});
