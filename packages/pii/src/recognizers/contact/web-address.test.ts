import { describeRecognizer } from "../recognizer.contract.ts";
import { webAddress } from "./web-address.ts";

describeRecognizer(webAddress, {
  hits: [
    "see ⟦https://docs.example.com/a/b?c=1⟧.",
    '{"link": "⟦http://10.0.0.1:8080/ui/⟧"}',
    "(⟦https://example.org⟧)",
  ],
  misses: ["example.com", "a://", "// comment", "http:"],
});
