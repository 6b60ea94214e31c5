import { describeRecognizer } from "../../recognizer.contract.ts";
import { commercialRegister } from "./commercial-register.ts";

describeRecognizer(commercialRegister, {
  hits: [
    "⟦HRB 123456⟧",
    "⟦HRB 1⟧",
    "⟦HRB123456⟧",
    "⟦HRA12345⟧",
    "Amtsgericht München ⟦HRB 12345⟧.",
    "eingetragen im ⟦HRA 99999⟧ Köln",
    "⟦HRB 12345 B⟧ (Charlottenburg)",
    "⟦HRB 1234⟧ AG Köln",
    "Sitz Kiel, ⟦HRB 4711 KI⟧",
    "⟦hrb 12345⟧",
    "⟦HRB: 12345⟧",
    "Vereinsregister ⟦VR 1234⟧",
    "Amtsgericht Hamburg, ⟦GnR 567⟧",
  ],
  misses: [
    "HRC 12345",
    "HR 12345",
    "HRB 1234567",
    "VR 1234 kaufen",
    "Härte HRB 95",
    "Rockwell hardness HRA 60",
    "XHRB 12345",
    "Amtsgericht Köln, Az. 12345",
  ],
});
