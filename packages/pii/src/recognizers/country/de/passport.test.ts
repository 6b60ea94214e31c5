import { describeRecognizer } from "../../recognizer.contract.ts";
import { passport } from "./passport.ts";

describeRecognizer(passport, {
  hits: [
    "Reisepass ⟦C01234565⟧ ausgestellt am 01.01.2020.",
    "Pass-Nr.: ⟦F12345671⟧",
    "my German passport ⟦C01X00T47⟧",
    "die Nummer ⟦C01X00T478⟧ steht unten",
    "⟦C01X00T478D⟧<<6408125F2702283",
    "⟦c01234565⟧",
    "Reisepassnummer ⟦cz6311t47⟧",
    "reist mit ⟦CZ6311T47⟧ ein",
  ],
  misses: [
    "C01X00T479",
    "mit C01234565 reisen",
    "Reisepass 901234567",
    "Reisepass C0123456",
    "Reisepass C012345678",
    "Reisepass CAB123456",
    "Artikel C01X00T47",
    "L01X00T44",
  ],
});
