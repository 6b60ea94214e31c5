import { checkedJson } from "@veil/contracts/parsing";
import { type SanitiseRequest, SanitiseResponse } from "@veil/contracts/sanitiser";
import { readSanitiseResponse } from "@veil/pii/sanitise-response";

const SECRETS = [
  "Anna Weber",
  "anna.weber@canary.example",
  "+49 30 1234567",
  "DE89 3704 0044 0532 0130 00",
  "03.05.1980",
  "John Smith",
  "123-45-6789",
  "4111 1111 1111 1111",
  "(415) 555-0132",
];

const REQUEST: SanitiseRequest = {
  fields: [
    {
      name: "de",
      text:
        "Sehr geehrte Frau Dr. Koch, mein Name ist Anna Weber, geboren am 03.05.1980, anna.weber@canary.example, " +
        "Tel. +49 30 1234567, IBAN DE89 3704 0044 0532 0130 00.",
    },
    {
      name: "en",
      text: "Dear Sirs, I am John Smith, SSN 123-45-6789, card 4111 1111 1111 1111, phone (415) 555-0132.",
    },
  ],
};

/** A request with made-up personal data in German and English. */
export const canaryBody: Uint8Array = new TextEncoder().encode(JSON.stringify(REQUEST));

const parse = checkedJson(SanitiseResponse);

/** Returns whether the response to the canary is valid and its texts contain no personal data. */
export function isCanaryMasked(answer: Uint8Array): boolean {
  try {
    const { fields } = readSanitiseResponse(REQUEST.fields, parse(answer));
    return !SECRETS.some((secret) => fields.some(({ text }) => text.includes(secret)));
  } catch {
    return false;
  }
}
