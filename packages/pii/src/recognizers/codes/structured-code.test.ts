import { describeRecognizer } from "../recognizer.contract.ts";
import { structuredCode } from "./structured-code.ts";

describeRecognizer(structuredCode, {
  hits: [
    "the group is ⟦GRP-55102⟧.",
    "insured under ⟦PET/661-20⟧",
    "Az. intern ⟦S-24-88104⟧",
    "GZ ⟦BAU-131/9-2024⟧",
    "file ⟦EL-IE-90233814⟧",
    "Rechner ⟦NB-HARTL-0414⟧, laptop ⟦LT-004417-WH⟧",
  ],
  misses: [
    "OPS-2341, VEIL-10231",
    "CVE-2024-12345, RFC-7468, ISO-27001-2022",
    "part no. AQ-168217, Artikel-Nr. DB-031828",
    "Ersatzteil AA-371961",
    "A-4 and B-12",
    "x86-64, utf-8",
  ],
});
