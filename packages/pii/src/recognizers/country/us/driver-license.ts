import { codeRecognizer } from "../../codes/code-recognizer.ts";

/**
 * The formats of all states, without separators (AAMVA, "Driver License and Identification Card
 * Numbering").
 */
const SHAPES = new RegExp(
  `^(?:${[
    "\\d{5,14}|\\d{16}", // AL AK AR CT DE GA LA ME MS NM NC OR PA SC SD TN TX UT VT WY and others
    "[A-Z]\\d{4,14}|[A-Z]\\d{18}", // AZ CA CO FL HI IL IN KY MD MA MI MN MO MT NE NJ NY OH OK RI VA WI
    "[A-Z]{2}\\d{3,7}|[A-Z]{3}\\d{6}", // CO OH WV ND
    "[A-Z]{2}\\d{6}[A-Z]", // ID
    "\\d{3}[A-Z]{2}\\d{4}", // IA
    "[A-Z]\\d[A-Z]\\d[A-Z]", // KS
    "\\d{7}[A-Z]|\\d{8}[A-Z]{2}|\\d{9}[A-Z]|[A-Z]\\d{6}R", // ME VT MO
    "\\d{2}[A-Z]{3}\\d{5}", // NH
    "[A-Z]{3,7}[A-Z0-9]{5,9}", // WA
  ].join("|")})$`,
);

/**
 * Recognizes US driver license numbers, only with context: the states' formats match any short code
 * and share no check digit.
 */
export const driverLicense = codeRecognizer({
  name: "us-driver-license",
  type: "US_DRIVER_LICENSE",
  run: [1, 19],
  minLastRun: 5,
  continuation: /^[- ][0A]/,
  pattern: /[A-Z0-9]{1,19}(?:[- ](?=[A-Z]{0,2}\d)[A-Z0-9]{1,6}){0,4}/iy,
  isValid: (code) => SHAPES.test(code),
  context:
    /\b(?:driver'?s?|driving|drivers)[ _-]?(?:licen[cs]e|permit|lic\b)[^\n\d]{0,40}$|(?:(?<=\b[A-Z]{0,2} ?)DLN?\b|\bdlnum)[^\n\d]{0,20}$/i,
  hint: /driv|dl/i,
  contextWindow: [64, 0],
  confidence: {
    inContext: 0.8,
    wholeText: (written) => (/^[A-Z]\d{7,8}$/i.test(written) ? 0.3 : 0),
  },
});
