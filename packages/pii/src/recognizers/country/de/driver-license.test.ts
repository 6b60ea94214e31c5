import { describeRecognizer } from "../../recognizer.contract.ts";
import { driverLicense } from "./driver-license.ts";

describeRecognizer(driverLicense, {
  hits: [
    "⟦B072RRE2I55⟧",
    "Feld 5 nennt ⟦B072RRE2I55⟧.",
    "Führerschein Nr. ⟦B072RRE2I55⟧",
    "Führerscheinnummer: ⟦BO12345678A⟧",
    "Fahrerlaubnis ⟦MU12345678B⟧ wurde ausgestellt.",
    "⟦mu12345678b⟧",
  ],
  misses: [
    "B072RRE2I45 und mehr",
    "nimm MU12345678B mit",
    "Führerschein BO12345678",
    "Führerschein BO12345678AB",
    "Führerschein 12345678901",
    "Führerschein ABCDEFGHIJK",
    "Führerschein KLASSE1BE96",
    "Bestellnummer B072RRE2I55",
  ],
});
