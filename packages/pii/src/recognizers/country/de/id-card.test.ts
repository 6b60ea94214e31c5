import { describeRecognizer } from "../../recognizer.contract.ts";
import { idCard } from "./id-card.ts";

describeRecognizer(idCard, {
  hits: [
    "Personalausweis: ⟦L01X00T47⟧.",
    "Ausweis Nr. ⟦T22000129⟧ gültig bis 2025.",
    "auf der Rückseite steht ⟦L01X00T471⟧",
    "⟦L01X00T471D⟧<<8308126<2010315",
    "IDD<<⟦T220001293⟧<<<<<<<<<<<<<<<",
    "⟦T220001293D⟧<<6408125<2010315",
    "Ausweisnummer ⟦l01x00t44⟧",
    "⟦L01X00T44⟧",
    "⟦T22000129⟧",
    "Personalausweis (alt) ⟦1220001297⟧",
    "die ⟦LZ6311T47⟧ kopiere ich",
  ],
  misses: [
    "T220001293 und L01X00T472",
    "Personalausweis 1220001298",
    "1220001297",
    "die T22000129 liegt bei",
    "Personalausweis LAE4O7IU2",
    "Personalausweis T2200012",
    "Personalausweis T2200012934",
    "Seriennummer L01X00T47",
    "C01X00T47 ist ein Pass",
    "123456789",
  ],
});
