import { describeRecognizer } from "../recognizer.contract.ts";
import { spelledEmail } from "./spelled-email.ts";

describeRecognizer(spelledEmail, {
  hits: [
    "⟦anna(at)example.com⟧",
    "write to ⟦anna.weber [at] mail.example.com⟧.",
    "⟦anna [at] example [dot] com⟧, please",
    "⟦anna{AT}example(punkt)de⟧",
  ],
  misses: [
    "we met (at) noon",
    "anna (at) home. Then",
    "look [at] it",
    "(at)example.com",
    "f(at).x",
  ],
});
