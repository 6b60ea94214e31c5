import { describe, expect, test } from "@jest/globals";
import { createDocument } from "../../document.ts";
import { describeRecognizer } from "../recognizer.contract.ts";
import { phone } from "./phone.ts";

describeRecognizer(phone, {
  hits: [
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
    "⟦416 60 039⟧ office\n⟦166-684-7899x1711⟧ fax\n⟦2813882583⟧ mobile",
    "My Israeli number is ⟦09-7625400⟧",
    "Terminvereinbarung unter ⟦5110-2882⟧",
    "Rufen Sie uns an: ⟦374 780 163⟧",
  ],
  misses: [
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
    "Phone: 12345",
    "we sold 374 780 163 of them",
    "the call at 10 000 000 was wrong",
  ],
});

describe("A text with more numbers than anybody looks up", () => {
  test("is redacted by the form of the numbers alone", () => {
    const text = Array.from(
      { length: 20_000 },
      (_, n) => `0${2000 + (n % 7000)} 000${n % 1000}`,
    ).join(", ");
    expect(phone.find(createDocument(text, "en"), []).at(-1)?.end).toBe(text.length);
  });
});
