import { describeRecognizer } from "../../recognizer.contract.ts";
import { militaryAddress } from "./military-address.ts";

describeRecognizer(militaryAddress, {
  hits: [
    "moved to ⟦PSC 2473, Box 8158\nAPO AP 96309⟧",
    "⟦Unit 4818 Box 0262\nDPO AA 34002⟧\nHello",
    "Capt. Anna Weber\n⟦USS Nimitz\nFPO AP 96620-1234⟧",
    "⟦cmr 402 box 12, apo ae 09180⟧",
    "somewhere, ⟦APO AE 09180⟧",
  ],
  misses: [
    "PSC 2473, Box 8158",
    "the APO AP article of 96309 words",
    "Unit 12 Box 13",
    "DPO AX 12345",
  ],
});
