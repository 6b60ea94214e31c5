import { describeRecognizer } from "../../recognizer.contract.ts";
import { gbPassport } from "./passport.ts";

describeRecognizer(gbPassport, {
  hits: [
    "⟦AB1234567⟧",
    "⟦ab1234567⟧",
    "My passport number is ⟦CD7654321⟧ and it expires soon",
    "Passports: ⟦AB1234567⟧ and ⟦XY9876543⟧",
    "UK passport ⟦925665416⟧",
  ],
  misses: [
    "A12345678",
    "123456789",
    "ABC123456",
    "passport AB123456",
    "passport AB12345678",
    "passport AB 1234567",
    "passport 1234567AB",
    "part AB1234567 is out",
    "XYZAB1234567QRS",
    "[GB_PASSPORT_1]",
  ],
});
