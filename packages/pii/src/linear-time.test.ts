import { describe, expect, test } from "@jest/globals";
import { cpuMsOf, expectFastMegabyte } from "./cpu-time.contract.ts";
import { createDocument } from "./document.ts";
import { createEngine } from "./engine.ts";
import { createFinder } from "./finding.ts";
import { findHardIdentifiers } from "./hard-identifiers.ts";
import { RECOGNIZERS } from "./layers/patterns/patterns-layer.ts";
import { findLookalikes } from "./placeholders/placeholder.ts";
import { relinkUnchecked } from "./relink.ts";
import { sanitiseFields } from "./sanitise-fields.ts";

const HALF = 500_000;
/** CPU time below which a measurement says nothing about growth. */
const NOISE_MS = 400;
/** Twice the text: twice the time if linear, four times if quadratic. */
const GROWTH = 3;
/** A constant factor that is out of hand is a fault too. */
const CEILING_MS = 20_000;

/** What each recogniser has to try hardest on, found by trying many. */
const WORST: Readonly<Record<string, readonly string[]>> = {
  email: ["a@", "@a", "a.", "@a.", "://a@"],
  "spelled-email": ["(at)", "a(at)", "a(at)a.", "]", "a (at) a (dot) "],
  phone: ["0 ", "030 ", "+1 (", "1 (", "12 34 ", "0", "0/", "221 395 1837 ", "Tel 030 12345 "],
  iban: ["DE8", "D E 8 9 ", "DE89 3704 ", "aa0", "DE89 3704 0044 0532 0130 01 ", "GL0285191 "],
  "credit-card": [
    "1 ",
    "4111 ",
    "4111",
    "0",
    "1.1.",
    "(1",
    "4 1 1 ",
    "card 4 1 1 1 1 1 1 1 1 1 1 2 ",
    "card 4111111111111112 ",
    "4111 1111\n",
    "card 4111 1111\n",
  ],
  "bank-account": ["12 34 ", "account no 123456 ", "12-34-56 12345678 "],
  "crypto-wallet": [
    "16Yeky6GMjeNkAiNcBY7ZhrLoMSgg1BoyY ",
    "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD ",
    "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdr ",
  ],
  "ip-address": ["1.1.", "::", "1:", "a:", "1::2 ", "1.1.1.1 "],
  "mac-address": ["::", "00:", "0-", "0000.", "00:1A:2B:3C:4D:5E:"],
  "url-credentials": ["://a:", "://a@", "https://", "?token=", "https://a.b/?token="],
  "personal-url": ["www.", "www.a.b ", "x.com/a ", ".com/", "web: a.", "https://a.b "],
  username: ["@ab1 ", "@", "a:", "a=", "user=", "/home/a", "\\Users\\a"],
  "log-user": [
    "user ",
    "user=",
    "user=a ",
    "failed password for ",
    "sudo:   a ",
    "accepted a for a ",
  ],
  "ticket-name": ["A/", "AA/BB ", "AA/BB MR ", "AAAA", "/"],
  "case-parties": ["./.", "A ./. B", "Aa Bb Cc ./. Dd "],
  "form-name": ["name  A", "CN=A B", "cn ", "last name  Aaaa Bbbb "],
  secret: [
    "-----BEGIN ",
    "-----BEGIN PRIVATE KEY-----A",
    "-----BEGIN PRIVATE KEY-----A-----END ",
    "password:",
    "assword is ",
    "earer ",
    "sk-a1b2c3d4e5f6",
    "eyJa1b2c3d4e5f6g7.a1b2c3d4e5f6g7.",
    "a1b2c3d4e5f6-",
  ],
  "id-number": [
    "AB 1 ",
    "claim CLM-1 ",
    "(id 1 ",
    "1-",
    "1/",
    "1_",
    "id 123,",
    "customer id: 1234 ",
    "az. 1 ",
  ],
  "us-ssn": [
    "1 2 3 4 ",
    "ssn 1 2 3 4 5 6 7 8 9 0 ",
    "123-45-",
    "1",
    "123 45 ",
    "123-45-6789 ",
    "ssn 123456789 ",
  ],
  "us-itin": ["911-70-1234 ", "911 70 "],
  "us-passport": ["A12803456 ", "passport A12803456 "],
  "us-driver-license": ["1 ", " 1", "DL A1234567 ", "A1-A1-A1-"],
  "us-npi": ["1234-567-893 ", "1234567893 "],
  "us-mbi": ["1EG4-TE5-MK73 ", "1EG4"],
  "us-aba-routing": ["3222-7162-7 ", "121000358 "],
  "booking-code": ["booking ", "pnr ", "booking code: ", "PNR: ABCDEF "],
  "in-aadhaar": ["4991 1866 5246 ", "4991 1866 ", "499118665246 "],
  "in-pan": ["ABCPE1234F ", "PAN ABCPE1234F "],
  "us-license-plate": ["plate: 7ABC123 ", "ABC-1234 ", "A1 "],
  "us-dea-number": ["GL0285191 "],
  "gb-nino": ["AA 12 34 56 B ", "AA 12 "],
  "gb-nhs-number": ["221 395 1837 ", "415-555-0132 "],
  "gb-passport": ["AB1234567 "],
  "gb-driving-licence": ["MORGA607054SM9IJ "],
  "gb-license-plate": ["AB51 ABC ", "K1 ABC ", "ABC 1D "],
  "date-of-birth-en": ["born in a", "dob ", "born on 1 "],
  "date-of-birth-de": ["* ", "geb. in a", "*1."],
  "de-tax-id": ["12 345 678 901 ", "12345678901 ", "12 345 "],
  "de-tax-number": [
    "12/345/67890 ",
    "133/8150/8159, ",
    "123/456/78901, ",
    "5133081508159, ",
    "12 34 567 ",
  ],
  "de-social-security": ["15 070649 C 103 ", "15 07 06 "],
  "de-health-insurance": ["A 123 456 780 ", "A123456780 "],
  "de-id-card": ["L01X00T47 ", "T220001293D<"],
  "de-passport": ["C01X00T47 ", "C01X00T478D<"],
  "de-driver-license": ["B072RRE2I55 ", "BO12345678A "],
  "de-vat-id": ["DE 136 695 976 ", "DE-136-"],
  "eu-vat-id": ["CHE-116.281.710 MWST ", "VAT FR40303265045 ", "AT U1 ", "1 "],
  "de-commercial-register": ["HRB 12345 B ", "HRB1 ", "Amtsgericht 1 "],
  "de-license-plate": ["B-AB 1234 ", "B AB 1 ", "ABCDE 1 ", "B - "],
  "de-lanr": ["LANR 123456 6 01 ", "123456601 "],
  "de-bsnr": ["BSNR 02 1234568 ", "021234568 "],
  "street-address": ["Via A 1 ", "a 1 B ", "12 Aa Bb Cc Dd Ee Ff ", "AE 12345 ", "12 Main St, "],
  "street-phrase-de": ["Am A 1 ", "A7, 1 ", "wohnt Aaaa 1 ", "Auf dem Aaaa Bbbb 12, 10115 B"],
  "address-india": ["Pune 400001 ", "1 Pune - 400001 ", "1, "],
  "street-name-de": ["Lange Straße ", "Straße", "Aaaastraße "],
  "town-before-state": ["Aa Bb, TX ", ", ", ", TX"],
  "military-address": ["Box 1 APO AE 12345\n", "APO AE 12345 "],
  "postal-code-us": ["AE 12345 ", "zip "],
  "postal-code-gb": ["M1 1AA ", "M11AA "],
  "postal-code-de": ["A-1010 ", "10115 Berlin "],
  "town-by-code": ["A-1010 ", "10115 Berlin "],
  "place-by-verb": ["moved to ", "lives in A ", " in "],
  "place-label": ["City: A ", "birth:", "city:"],
  "place-and-date": ["A A A A, 1.1.2020", "Aaa, 1.1.2020 "],
  "date-of-birth-before-residence": ["1.1.2020, wohnhaft "],
  "date-time": ["May 1 ", "1 May ", "1.1.20", "2020-01-"],
  weekday: ["Montag ", "day", "tag"],
  age: ["age 1 ", "1-year-old "],
};
const ANY = ["a", "Dr. A ", "Name: ", "Best\n"];

describe("A megabyte of the worst input", () => {
  test.each(RECOGNIZERS.map((recognizer) => [recognizer.name, recognizer] as const))(
    "takes %s less than a second",
    (name, recognizer) => {
      const find = createFinder([recognizer]);
      for (const unit of [...(WORST[name] ?? []), ...ANY])
        expectFastMegabyte(unit, (text) => {
          const doc = createDocument(text, "en");
          return () => find(doc);
        });
    },
  );

  test("takes placeholders and re-linking twice as long as half of it", () => {
    const entries = [{ placeholder: "[PERSON_1]", value: "Anna Weber" }];
    for (const unit of ["[PERSON", "[PERSON_1] ", "[ "]) {
      expectLinear(unit, findLookalikes);
      expectLinear(unit, (text) => relinkUnchecked(entries, `${text}[PERSON_1]`));
    }
  });

  test("takes the whole of it twice as long as half of it", () => {
    const engine = createEngine();
    for (const unit of [
      "Anna Weber, a@b.co, +49 30 1234567 ",
      "Herr Koch ",
      "lorem ipsum ",
      "[PERSON_1] ",
    ]) {
      expectLinear(unit, (text) => sanitiseFields(engine, { fields: [{ name: "x", text }] }));
      expectLinear(unit, findHardIdentifiers);
    }
  });
});

function expectLinear(unit: string, run: (text: string) => unknown): void {
  const half = unit.repeat(HALF / unit.length);
  const whole = unit.repeat((2 * HALF) / unit.length);
  const measure = () => {
    const halfMs = cpuMsOf(() => run(half));
    if (halfMs < NOISE_MS / 2) return 0;
    const wholeMs = cpuMsOf(() => run(whole));
    expect(wholeMs).toBeLessThan(CEILING_MS);
    return wholeMs < NOISE_MS ? 0 : wholeMs / halfMs;
  };
  // A collection of garbage can fall into one measurement; a quadratic pattern is slow every time.
  const slow = [measure, measure, measure].every((again) => again() > GROWTH);
  if (slow) throw new Error(`${JSON.stringify(unit)} takes more than ${GROWTH} times as long`);
}
