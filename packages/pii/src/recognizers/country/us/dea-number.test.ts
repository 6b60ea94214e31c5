import { describeRecognizer } from "../../recognizer.contract.ts";
import { deaNumber } from "./dea-number.ts";

describeRecognizer(deaNumber, {
  hits: ["⟦GL0285191⟧ ⟦EU4488929⟧", "⟦K92993548⟧", "certificate number is: ⟦bb1388568⟧"],
  misses: ["The DEA number is BG8207031", "QL0285191", "gl0285191 x", "GL02851910", "GL028519"],
});
