import { describeRecognizer } from "../recognizer.contract.ts";
import { idNumber } from "./id-number.ts";

describeRecognizer(idNumber, {
  hits: [
    "Customer ID: ⟦4711-A⟧.",
    "customer number ⟦88231⟧",
    '{"patient_id": "⟦P-10023⟧"}',
    "Patienten-ID: ⟦1933309807⟧",
    "Fallnummer: ⟦100101911⟧, *6/7/1980",
    "Fallzahl: \t⟦103354008⟧\nSV Nr.: \t⟦4445311299⟧",
    "(FN:⟦445544767⟧), geb.",
    "PIZ: ⟦12235904⟧ \tVorgangs-Nr. ⟦01776324221⟧",
    "E-Nr.: ⟦17217277⟧: NE",
    "Protokoll Nr.:⟦099984-0163⟧)",
    "Az. ⟦12 O 345/20⟧ des Landgerichts",
    "Aktenzeichen: ⟦1 BvR 123/19⟧",
    "Order #⟦12345⟧ and invoice no. ⟦INV-2024-001⟧",
    "MRN ⟦00123456⟧",
    "policy number is ⟦AB 123⟧".replace("AB 123", "AB-123"),
    "**Kundennummer:** ⟦KD2024001⟧",
    "Account No: ⟦828 303255 833⟧",
  ],
  misses: [
    "order 123456789012",
    "case 12 of 20",
    "id: 1234",
    "patient no longer 12",
    "Invoice date: 2024-01-02",
    "Kundennummer vom 03.04.2024",
    "Order number: 12.5",
    "there is no 123",
    "Nr. 123456",
    "account number: unknown",
    "Customer ID",
    "[ID_NUMBER_1]",
  ],
});
