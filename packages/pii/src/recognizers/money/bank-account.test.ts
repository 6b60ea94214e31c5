import { describeRecognizer } from "../recognizer.contract.ts";
import { bankAccount } from "./bank-account.ts";

describeRecognizer(bankAccount, {
  hits: [
    "my bank account is ⟦945456787654⟧",
    "Account number: ⟦12345678⟧, sort code ⟦12-34-56⟧.",
    "Konto-Nr. ⟦1234567890⟧, BLZ ⟦370 400 44⟧",
    "personal hsbc account - ⟦828 303255 833⟧ and",
    "pay to ⟦12-34-56 12345678⟧",
    "Kontonummer: ⟦532013000⟧",
    "Sort Code: ⟦123456⟧",
    '{"field": "account number", "value": "⟦31213374⟧"}',
  ],
  misses: [
    "945456787654",
    "on account of 12 persons",
    "account 12345",
    '"currentAccountBalance": { "value": 3137000000',
    "account balance: 12345678",
    "12-34-56",
    "konto vom 03.04.2024",
    "account opened on 2024-01-02",
    "BLZ 9704004",
    "[BANK_ACCOUNT_1]",
  ],
});
