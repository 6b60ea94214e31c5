import { describeRecognizer } from "../../recognizer.contract.ts";
import { panIndia } from "./pan.ts";

describeRecognizer(panIndia, {
  hits: ["PAN: ⟦ABCCE1234F⟧", "holder ⟦ABCPE1234F⟧"],
  misses: ["ABCCE1234F", "PAN ABCXE1234F", "abcpe1234f", "ABCPE12345", "ABCPE1234FX", "PAN ABCPE"],
});
