import { describeRecognizer } from "../recognizer.contract.ts";
import { chatName } from "./chat-name.ts";

describeRecognizer(chatName, {
  hits: ["[10:02] ⟦marnie_k⟧: anyone?", "[2024-11-03 10:02:33] ⟦jdelacroix⟧: no"],
  misses: [
    "[10:02] error: none",
    "[10:02:11] systemd-journald: x",
    "[10:02] Anna: hi",
    "[x] marnie: y",
  ],
});
