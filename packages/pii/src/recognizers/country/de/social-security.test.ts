import { describeRecognizer } from "../../recognizer.contract.ts";
import { socialSecurity } from "./social-security.ts";

describeRecognizer(socialSecurity, {
  hits: [
    "unter der Nummer ⟦53 240640 T 017⟧",
    "⟦15070649C103⟧",
    "SV-Nummer ⟦65 170839 J 08 1⟧",
    "Rentenversicherungsnummer: ⟦65 17 08 39 J 081⟧",
    "die ⟦65070803A019⟧ ist von mir",
    "day raised by 32: ⟦38551285K051⟧",
    "RVNR ⟦15070649c103⟧",
  ],
  misses: [
    "15070649C100",
    "65170839J088",
    "15071349C103",
    "00170839J081",
    "150706491103",
    "15070649C10",
    "15070649C1030",
    "550e8400-e29b-41d4-a716-15070649c103",
  ],
});
