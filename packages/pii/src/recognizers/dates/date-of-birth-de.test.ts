import { describeRecognizer } from "../recognizer.contract.ts";
import { dateOfBirthDe } from "./date-of-birth-de.ts";

describeRecognizer(dateOfBirthDe, {
  hits: [
    "wegen des Geburtsdatums ⟦03.05.1980⟧",
    "geburtsdatumKind: ⟦03.05.2019⟧",
    "geboren am ⟦3. Mai 1980⟧",
    "geb. ⟦03.05.1980⟧, verh.",
    "geb. am ⟦3.5.80⟧",
    "Geb.-Tag: ⟦3.5.1980⟧",
    "geboren in Bad Homburg am ⟦03.05.1980⟧",
    "Geburtsdatum: ⟦1980-05-03⟧",
    "Geb.-Datum ⟦03.05.1980⟧",
    "Geburtstag ist der ⟦3. März 1980⟧",
    "Anna Weber (* ⟦3. Jänner 1980⟧)",
    "Geburtsdatum | ⟦03.05.1980⟧",
    "Geburtsdatum (laut Karte): ⟦03.05.1980⟧",
    '{"feld": "Geburtsdatum", "wert": "⟦12. April 1981⟧"}',
  ],
  misses: [
    "am 3. Mai 1980",
    "geboren in Berlin",
    "geb. Müller",
    "geb. 99.99.1980",
    "eingegeben 03.05.1980",
    "5 * 3",
    "vergeb. 03.05.1980",
  ],
});
