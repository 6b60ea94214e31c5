import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { createFinder } from "../../finding.ts";
import { createDocument } from "../../text/document.ts";
import { describeRecognizer } from "../recognizer.contract.ts";
import { phone } from "./phone.ts";

describeRecognizer(phone, {
  hits: [
    "CALL ⟦94480 17723⟧ ANY TIME",
    "bittet um Rückruf unter ⟦0 40 / 3 55 71 22⟧.",
    "⟦+49 30 1234567⟧",
    "⟦+4915112345678⟧",
    "⟦+49 (0)30 1234567⟧",
    "⟦0049 30 1234567⟧",
    "Tel.: ⟦030/1234567⟧",
    "Tel.⟦030/1234567⟧",
    "⟦(030) 1234567⟧ oder ⟦0151 12345678⟧",
    "⟦089/12 34 56-78⟧",
    "Handy ⟦015112345678⟧",
    "⟦015112345678⟧",
    "⟦+43 1 5321234⟧, Wien",
    "Rufnummer ⟦01 5321234⟧",
    "⟦+41 44 668 18 00⟧ und ⟦044 668 18 00⟧",
    "⟦(415) 555-0132⟧",
    "⟦415-555-0132⟧, ⟦415.555.0132⟧",
    "⟦+1 415 555 0132⟧ ⟦1-415-555-0132⟧",
    "call ⟦4155550132⟧",
    "call me: ⟦555-123-4567⟧",
    "⟦+44 20 7946 0958⟧ / ⟦020 7946 0958⟧",
    "⟦+33 1 42 68 53 00⟧",
    "⟦+44 7700 900123⟧, ⟦+1 555 123 4567⟧",
    "phone ⟦+49 30 1234567 ext. 12⟧",
    "⟦030 1234567⟧ / ⟦0151 12345678⟧",
    '{"phone":"⟦+4930123456⟧"}',
    "USA: (⟦800-782-4362⟧, Canada: ⟦800-543-4782⟧",
    "⟦61 51 81⟧ office, ⟦+46 (0)179 459 33⟧ fax",
    "Phone: ⟦21 284 698 2548⟧",
    "The entry (⟦(305) 521-4068⟧) is wrong.",
    "Phone:\n⟦60-56-85-91⟧\n",
    "Phone: ⟦083 564 9312⟧",
    "They're not answering at ⟦96 237271⟧",
    "have the manager call me at ⟦0494 92 82 32⟧ please",
    "Tél. ⟦06 12 34 56 78⟧",
    "Tél. ⟦06.12.34.56.78⟧",
    "Tel. ⟦030 12.34-56⟧",
    "Mo 08.00 - 12.00 ⟦0221 4711123⟧",
    "⟦416 60 039⟧ office\n⟦166-684-7899x1711⟧ fax\n⟦2813882583⟧ mobile",
    "My Israeli number is ⟦09-7625400⟧",
    "Terminvereinbarung unter ⟦5110-2882⟧",
    "Rufen Sie uns an: ⟦374 780 163⟧",
    "call me on ⟦0 1 7 6 1 2 3 4 5 6 7 8⟧",
    "Witness, ⟦(555) 201-3344⟧",
    "هاتف: ⟦0501234567⟧",
    "फ़ोन: ⟦9876543210⟧",
    "电话：⟦010 6552 9988⟧".replace("：", ": "),
  ],
  misses: [
    "decreasing during 2020-2022. This",
    "0 1 7 6 1 2 3 4 5 6 7 8",
    "4155550132",
    "12.03.1985",
    "03.04.2024",
    "2024-01-02 11:30",
    "03.04.2024 11",
    "192.168.100.200",
    "3.1415926535",
    "1.099-4.655",
    "order 123456789012",
    "555-123-4567",
    "EUR 1.234.567,89",
    "1 000 000",
    "ISBN 978-3-16-148410-0",
    "DE89 3704 0044 0532 0130 00",
    "4111 1111 1111 1111",
    "A0301234567",
    "12345",
    "[PHONE_1] [PHONE_2]",
    "§ 123 Abs. 4, S. 567-589",
    "08550677-3848-4c54-b0a5-a09b12345678",
    "constructor: 0.87654321",
    "my account number is 1234567",
    "BSNR 01776584289, Vorgangs-Nr. 01776324221",
    "index 4db92ab..0867789 100644",
    "liberror-perl 0.17029-2 all",
    "Markenanmeldung 30 2014 034 614.1",
    "unter der Nummer EU / 1 / 07 / 436 / 005.",
    "EP 0 160 797 A1",
    "call 12.03.1985",
    "Tel. vom 05.06.-08.06. und (14.07. - 02.09.) nicht erreichbar",
    "Erreichbar unter 06.00 - 14.00",
    "03.02 10.02 17.02 24.02, 09.15-10.45/11.00-12.30",
    "Phone: 12345",
    "we sold 374 780 163 of them",
    "the call at 10 000 000 was wrong",
  ],
});

test("When German dates and times with points are joined in any way after any word, then no phone number is found", () => {
  const two = (value: number) => String(value).padStart(2, "0");
  const day = fc.tuple(fc.integer({ min: 1, max: 31 }), fc.integer({ min: 1, max: 12 }));
  const date = fc
    .tuple(day, fc.constantFrom("", ".", ".24", ".2024"), fc.boolean())
    .map(([[first, second], year, isShort]) =>
      isShort ? `${first}.${second}${year}` : `${two(first)}.${two(second)}${year}`,
    );
  const time = fc
    .tuple(fc.integer({ min: 0, max: 24 }), fc.integer({ min: 0, max: 59 }), fc.boolean())
    .map(([hour, minute, isShort]) => `${isShort ? hour : two(hour)}.${two(minute)}`);
  const joints = fc.constantFrom("-", " - ", "–", " – ", "/", " / ", ", ", " ", " bis ", " und ");
  const before = fc.constantFrom("", "vom ", "Tel. ", "Erreichbar: ", "(", "Ruf an: ", "Kurs 7, ");
  const many = fc.array(fc.tuple(fc.oneof(date, time), joints), { minLength: 2, maxLength: 6 });
  const find = createFinder([phone]);
  fc.assert(
    fc.property(before, many, (words, parts) => {
      const text = words + parts.flat().slice(0, -1).join("");
      expect(find(createDocument(text, "de"))).toEqual([]);
    }),
    { numRuns: 2_000, seed: 1 },
  );
});

describe("The look-up limit for phone numbers", () => {
  test("When a text has more numbers than the look-up limit, then numbers beyond it are found by their form alone", () => {
    const text = Array.from(
      { length: 20_000 },
      (_, n) => `0${2000 + (n % 7000)} 000${n % 1000}`,
    ).join(", ");
    expect(createFinder([phone])(createDocument(text, "en")).at(-1)?.end).toBe(text.length);
  });
});
