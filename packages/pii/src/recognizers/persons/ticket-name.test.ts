import { describeRecognizer } from "../recognizer.contract.ts";
import { ticketName } from "./ticket-name.ts";

describeRecognizer(ticketName, {
  hits: [
    "Passenger: ⟦KOWALSKI/JAN⟧ MR",
    "1.⟦MUELLER/ANNA⟧ MRS  2.⟦MUELLER/TOM⟧ MSTR",
    "⟦SANTOS/LUCIAMS⟧",
    "⟦SMITH/JOHN PAUL⟧ MR",
    "NAME: ⟦ROSE/ART⟧",
    "\n1.⟦HOFFMANN/PETER⟧ MR",
  ],
  misses: [
    "TCP/IP",
    "AND/OR",
    "READ/WRITE lock",
    "1. INPUT/OUTPUT/ERROR",
    "/USR/BIN",
    "Mr/Mrs",
    "CI/CD MR 12",
  ],
});
