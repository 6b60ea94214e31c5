import { describe, expect, test } from "@jest/globals";
import { createDocument } from "./document.ts";
import { createEngine } from "./engine.ts";
import { findHardIdentifiers } from "./hard-identifiers.ts";
import { RECOGNIZERS } from "./layers/patterns/patterns-layer.ts";
import { findLookalikes } from "./placeholders/placeholder.ts";
import { createRelinker, hostsOf } from "./relink.ts";
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
  email: ["a@", "a.", "@a."],
  phone: ["0 ", "030 ", "+1 (", "12 34 ", "0"],
  iban: ["DE8", "DE89 3704 ", "aa0"],
  "credit-card": ["1 ", "4111 ", "4111", "0"],
  "us-ssn": ["123-45-", "1", "123 45 "],
  "ip-address": ["1.1.", "::", "1:", "a:"],
  "url-credentials": ["://a:", "://a@", "https://", "?token="],
  "date-of-birth-en": ["born in a", "dob ", "born on 1 "],
  "date-of-birth-de": ["* ", "geb. in a", "*1."],
  "person-gazetteer": ["Anna ", "anna ", "A-", "Anna M. ", "von der "],
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
};
const ANY = ["a", "Dr. A ", "Name: ", "Best\n"];

describe("A megabyte of the worst input takes twice as long as half of it", () => {
  test.each(RECOGNIZERS.map((recognizer) => [recognizer.name, recognizer] as const))(
    "%s",
    (name, { find }) => {
      for (const unit of [...(WORST[name] ?? []), ...ANY])
        expectLinear(unit, (text) => find(createDocument(text, "en")));
    },
  );

  test("placeholders, hosts, re-linking", () => {
    const { relink } = createRelinker([{ placeholder: "[PERSON_1]", value: "Anna Weber" }], {
      knownHosts: new Set(),
    });
    for (const unit of [
      "[PERSON",
      "[PERSON_1] ",
      "[ ",
      "//a[PERSON_1]",
      "(//a ",
      '"//a ',
      "<a ",
      "https:",
      "&#",
      "www.",
      "a.",
    ]) {
      expectLinear(unit, findLookalikes);
      expectLinear(unit, hostsOf);
      expectLinear(unit, (text) => relink(`${text}[PERSON_1]`));
    }
  });

  test("the whole of it", () => {
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
    const halfMs = cpuMs(() => run(half));
    if (halfMs < NOISE_MS / 2) return 0;
    const wholeMs = cpuMs(() => run(whole));
    expect(wholeMs).toBeLessThan(CEILING_MS);
    return wholeMs < NOISE_MS ? 0 : wholeMs / halfMs;
  };
  // A collection of garbage can fall into one measurement; a quadratic pattern is slow every time.
  const slow = [measure, measure, measure].every((again) => again() > GROWTH);
  if (slow) throw new Error(`${JSON.stringify(unit)} takes more than ${GROWTH} times as long`);
}

function cpuMs(run: () => unknown): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
