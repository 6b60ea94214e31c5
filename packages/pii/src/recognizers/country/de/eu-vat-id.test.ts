import { describeRecognizer } from "../../recognizer.contract.ts";
import { euVatId } from "./eu-vat-id.ts";

describeRecognizer(euVatId, {
  hits: [
    "⟦ATU13585627⟧",
    "UID: ⟦ATU 13585627⟧",
    "⟦CHE-116.281.710⟧",
    "⟦CHE-116.281.710 MWST⟧",
    "UID ⟦CHE116281710⟧",
    "VAT no. ⟦NL123456782B90⟧",
    "VAT ID ⟦FR40303265045⟧",
    "TVA ⟦BE 0428.759.497⟧",
    "USt-IdNr. ⟦PL8567346215⟧",
    "VAT ⟦IE6433435F⟧",
  ],
  misses: [
    "ATU13585628",
    "AT13585627",
    "CHE-116.281.711",
    "FR12345678901",
    "VAT FR123456789",
    "VAT 2024",
    "the VAT rate of 19 percent",
    "VAT XX123456789",
  ],
});
