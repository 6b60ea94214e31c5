import { describeRecognizer } from "../../recognizer.contract.ts";
import { taxNumber } from "./tax-number.ts";

describeRecognizer(taxNumber, {
  hits: [
    "Steuernummer: ⟦133/8150/8159⟧",
    "⟦24/815/08151⟧ steht auf der Rechnung",
    "St.-Nr. ⟦123/456/78901⟧ bitte angeben.",
    "⟦181/815/08155⟧",
    "StNr ⟦93815/08152⟧",
    "⟦93815/08152⟧",
    "unter ⟦5133081508159⟧ gemeldet",
    "Steuernummer ⟦24 75 815 08154⟧",
    "Steuernummer ⟦048 815 08155⟧",
    "Finanzamt Köln-Mitte, ⟦215/5012/3456⟧",
    "Unsere Steuernummer lautet ⟦0981508150999⟧.",
  ],
  misses: [
    "5133181508159",
    "12346/67891",
    "Steuernummer 12/345/678",
    "Tel. 030/815/08151",
    "030/123/45678",
    "images/123/456/78901",
    "am 24/12/2024",
    "9781234567897",
    "Steuernummer 0000000000",
    "123-456-78901",
  ],
});
