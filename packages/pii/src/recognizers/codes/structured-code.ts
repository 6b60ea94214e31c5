import { codeRecognizer } from "./code-recognizer.ts";

/** Prefixes in the names of standards, vulnerabilities, laws and products. */
const PUBLIC = new Set(
  `ISO DIN EN IEC RFC CVE CWE CAPEC IEEE ANSI NIST SP FIPS KB PEP UTF SHA AES RSA MD HTTP TLS SSL PMC DOI ISBN ISSN GHSA
  RHSA USN DSA OWASP BSI ASTM MIL SAE ECE UN EU EG RAL ICD OPS DRG USB DDR PCI RTX GTX HTML CSS ES JDK LTS COVID SARS
  BBL CPU GPU RAM SSD RG IP PO`.split(/\s+/),
);
/**
 * Prefixes that companies use in the numbers of their records about people. Such a number counts
 * even if it looks like an issue key.
 */
const RECORDS = new Set(
  `INV GRP CLM POL REQ ORD CUS CUST ACC ACCT PAT EMP REF RE KD VS VN MA PN AB SN MRN CASE TKT BK RES`.split(
    /\s+/,
  ),
);
const ISSUE_KEY = /^[A-Z]{2,5}-[1-9]\d{0,4}$/;
const OF_A_PRODUCT =
  /\b(?:part|model|modell|typ|type|artikel|version|bauteil|produkt|product|sku|standard|norm|error|fehler|firmware|chip|board|class|klasse|ersatzteil|zeichnung|drawing|ean|bestell)(?:[ -]?(?:code|nummer|number|no|nr))?\W{1,3}$/i;
const MIN_DIGITS = 5;

/**
 * Recognizes capitals, a hyphen or slash, and at least five digits in groups ("GRP-55102",
 * "PET/661-20", "S-24-88104"), except issue keys.
 */
export const structuredCode = codeRecognizer({
  name: "structured-code",
  type: "ID_NUMBER",
  pattern: /\d[\dA-Z]{0,11}(?:[-/.]\d[\dA-Z]{0,11}){0,3}(?:-[A-Z]{1,3}(?![A-Za-z\d]))?/y,
  begins: "digit",
  run: [1, 12],
  prefix: /(?<![A-Za-z\d])(?:[A-Z]{1,6}[-/]){1,2}$/,
  continuation: /^[-/.]/,
  negativeContext: OF_A_PRODUCT,
  confidence: { inContext: 0, withoutContext: confidenceOf },
});

function confidenceOf(written: string): number {
  const prefix = /^[A-Z]+/.exec(written)?.[0] ?? "";
  const least = /[-/]0\d/.test(written) ? MIN_DIGITS - 1 : MIN_DIGITS;
  if (PUBLIC.has(prefix) || written.replace(/\D/g, "").length < least) return 0;
  return ISSUE_KEY.test(written) && !RECORDS.has(prefix) ? 0 : CONFIDENCE;
}

/** Above the default threshold, and below the confidence of every labeled value. */
const CONFIDENCE = 0.45;
