import { describe, expect, test } from "@jest/globals";
import { relinkUnchecked } from "../replace/relink.ts";
import { findHardIdentifiers, findTemplateIdentifiers } from "./hard-identifiers.ts";
import { redactOutbound } from "./outbound.ts";
import { OUTBOUND_RECOGNIZERS } from "./outbound-recognizers.ts";

describe("redactOutbound and hard identifiers", () => {
  test("When an answer contains hard identifiers, then each is redacted and counted by type", () => {
    const answer =
      "Ask bob@corp.example or +49 30 1234567 or bob2@corp.example, IBAN DE89 3704 0044 0532 0130 00, " +
      "card 4111 1111 1111 1111, SSN 123-45-6789, host 192.168.0.1, signed Bob Miller";
    expect(redactOutbound(answer)).toEqual({
      text:
        "Ask [REDACTED:EMAIL] or [REDACTED:PHONE] or [REDACTED:EMAIL], IBAN [REDACTED:IBAN], " +
        "card [REDACTED:CREDIT_CARD], SSN [REDACTED:US_SSN], host 192.168.0.1, signed Bob Miller",
      matches: [
        { type: "EMAIL", count: 2 },
        { type: "PHONE", count: 1 },
        { type: "IBAN", count: 1 },
        { type: "CREDIT_CARD", count: 1 },
        { type: "US_SSN", count: 1 },
      ],
    });
  });

  test.each([
    "[PHONE_1] [CREDIT_CARD_123456]",
    "Dear [PERSON_1], $& and $1",
    "",
    "PERSON_1@corp.example",
  ])("When the answer is %j, then nothing is redacted", (text) => {
    expect(redactOutbound(text)).toEqual({ text, matches: [] });
  });

  test("When context precedes the text, then the context is read but is not part of the result", () => {
    const digits = "4155550132";
    expect(redactOutbound(digits).matches).toEqual([]);
    expect(redactOutbound(digits, { before: "phone: " }).text).toBe("[REDACTED:PHONE]");
    expect(redactOutbound("none", { before: "bob@corp.example: " })).toEqual({
      text: "none",
      matches: [],
    });
    expect(redactOutbound("@corp.example", { before: "bob" }).text).toBe("[REDACTED:EMAIL]");
  });

  test("When text is redacted, then it is never restored as a placeholder", () => {
    const entries = [{ placeholder: "[EMAIL_1]", value: "x" }];
    const { text } = redactOutbound("bob@corp.example");
    expect(relinkUnchecked(entries, [text])).toEqual(["[REDACTED:EMAIL]"]);
  });
});

describe("redactOutbound and what a check digit or a label makes certain", () => {
  const EXAMPLES: readonly (readonly [recognizer: string, type: string, text: string])[] = [
    ["spelled-email", "EMAIL", "write to ⟦anna.weber (at) mail [dot] example⟧ soon"],
    ["bank-account", "BANK_ACCOUNT", "bank account number: ⟦12345678⟧."],
    ["bank-account", "BANK_ACCOUNT", "BLZ ⟦370 400 44⟧, Kontonummer ⟦1234567890⟧"],
    ["crypto-wallet", "CRYPTO_WALLET", "pay to ⟦16Yeky6GMjeNkAiNcBY7ZhrLoMSgg1BoyZ⟧"],
    ["in-aadhaar", "ID_NUMBER", "Aadhaar: ⟦4991 1866 5246⟧"],
    ["in-pan", "ID_NUMBER", "PAN: ⟦ABCPE1234F⟧"],
    ["us-itin", "US_ITIN", "ITIN: ⟦911-70-1234⟧"],
    ["us-passport", "US_PASSPORT", "Passport No.: ⟦A12803456⟧"],
    ["us-driver-license", "US_DRIVER_LICENSE", "driver's license ⟦H1223456⟧"],
    ["us-npi", "US_NPI", "NPI ⟦1234567893⟧"],
    ["us-mbi", "US_MBI", "Medicare ID: ⟦1EG4-TE5-MK73⟧"],
    ["us-aba-routing", "US_ABA_ROUTING", "routing number ⟦121000358⟧"],
    ["us-dea-number", "ID_NUMBER", "DEA certificate: ⟦BB1388568⟧"],
    ["gb-nino", "GB_NINO", "National Insurance ⟦TW987654A⟧"],
    ["gb-nhs-number", "GB_NHS", "NHS No. ⟦9434765919⟧"],
    ["gb-passport", "GB_PASSPORT", "British passport ⟦CD7654321⟧"],
    ["gb-driving-licence", "GB_DRIVER_LICENSE", "⟦MORGA607054SM9IJ⟧"],
    ["gb-license-plate", "GB_LICENSE_PLATE", "car reg ⟦AB51 ABC⟧"],
    ["de-tax-id", "DE_TAX_ID", "Steuer-ID: ⟦65929970489⟧"],
    ["de-tax-number", "DE_TAX_NUMBER", "Steuernummer: ⟦133/8150/8159⟧"],
    ["de-social-security", "DE_SOCIAL_SECURITY", "SV-Nummer ⟦65 170839 J 08 1⟧"],
    ["de-health-insurance", "DE_HEALTH_INSURANCE", "Versichertennummer ⟦A123456780⟧"],
    ["de-id-card", "DE_ID_CARD", "Personalausweis: ⟦L01X00T47⟧"],
    ["de-passport", "DE_PASSPORT", "Reisepass ⟦C01X00T47⟧"],
    ["de-driver-license", "DE_DRIVER_LICENSE", "Führerschein Nr. ⟦B072RRE2I55⟧"],
    ["de-vat-id", "DE_VAT_ID", "USt-IdNr. ⟦DE136695976⟧"],
    ["eu-vat-id", "DE_VAT_ID", "UID: ⟦ATU13585627⟧"],
    ["de-commercial-register", "DE_COMMERCIAL_REGISTER", "Amtsgericht Köln, ⟦HRB 123456⟧"],
    ["de-license-plate", "DE_LICENSE_PLATE", "Kennzeichen: ⟦M-XY 999⟧"],
    ["de-lanr", "DE_LANR", "LANR: ⟦123456601⟧"],
    ["de-bsnr", "DE_BSNR", "BSNR ⟦711234567⟧"],
    ["date-of-birth-en", "DATE_OF_BIRTH", "she was born on ⟦3 May 1980⟧"],
    ["date-of-birth-de", "DATE_OF_BIRTH", "geb. am ⟦03.05.1980⟧"],
    ["date-of-birth-before-residence", "DATE_OF_BIRTH", "⟦21.10.1982⟧, wohnhaft in Graz"],
    ["date-of-birth-before-verb", "DATE_OF_BIRTH", "wurde am ⟦21.10.1982⟧ in Graz geboren"],
  ];

  test.each(EXAMPLES)(
    "The recognizer %s redacts the marked %s in %p",
    (_recognizer, type, marked) => {
      const text = marked.replace(/[⟦⟧]/g, "");
      expect(redactOutbound(text).text).toBe(marked.replace(/⟦.*?⟧/g, `[REDACTED:${type}]`));
      expect(redactOutbound(text).matches.map((match) => match.type)).toEqual([type]);
    },
  );

  test("Each outbound recognizer has an example", () => {
    expect(new Set(EXAMPLES.map(([recognizer]) => recognizer))).toEqual(
      new Set(OUTBOUND_RECOGNIZERS.map(({ name }) => name)),
    );
  });

  test("When a column header or a field name says what a value is, then the value is redacted", () => {
    expect(redactOutbound("| Name | Geburtsdatum |\n|---|---|\n| A | 03.05.1980 |").text).toBe(
      "| Name | Geburtsdatum |\n|---|---|\n| A | [REDACTED:DATE_OF_BIRTH] |",
    );
    expect(redactOutbound('{"steuer_id": "65 929 970 489", "city": "Ulm"}').text).toBe(
      '{"steuer_id": "[REDACTED:DE_TAX_ID]", "city": "Ulm"}',
    );
  });

  test.each([
    "Goethe wurde am 28. August 1749 in Frankfurt geboren, Darwin was born on 12 February 1809",
    "host 10.0.0.1, fe80::1, 43:96:16:2e:c5:59, https://example.com/a?b=1",
    "order number 123-4567890, customer no. 889912, invoice RE-2024-0815, ticket OPS-1234",
    'account: "123456789012", account_id=123456789012',
    "AB51 ABC and M-XY 999 are product codes",
    "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48 is a contract",
    "password: hunter2, token: sk-12345678901234567890",
    "a 40-year-old tree, age: 40, on 3 May 1980, Ann Weber from Ulm",
    "tax id 65929970480, NHS number 9434765918",
    "[US_PASSPORT_1] and [DATE_OF_BIRTH_2], passport [US_PASSPORT_3]",
  ])("Nothing is redacted in %p", (text) => {
    expect(redactOutbound(text)).toEqual({ text, matches: [] });
  });

  test("When a type is kept, then its values stay unless they are hard identifiers", () => {
    const text = "born on 3 May 1980, a@b.co, NPI 1234567893";
    const keep = new Set(["DATE_OF_BIRTH", "EMAIL"]);
    expect(redactOutbound(text, { keep }).text).toBe(
      "born on 3 May 1980, [REDACTED:EMAIL], NPI [REDACTED:US_NPI]",
    );
  });
});

test("When escapes or quotation marks precede a hard identifier, then it is redacted and the marks stay", () => {
  const answer = String.raw`{"mail":"Call\n+49 171 8842319\\t123-45-6789\n\"DE89 3704 0044\n> 0532 0130 00"}`;
  expect(redactOutbound(answer).text).toBe(
    String.raw`{"mail":"Call\n[REDACTED:PHONE]\\t[REDACTED:US_SSN]\n\"[REDACTED:IBAN]"}`,
  );
  expect(redactOutbound("//4111 1111 1111 1111").text).toBe("//[REDACTED:CREDIT_CARD]");
});

test("Hard identifiers are found disjoint, in document order, and only of the five hard types", () => {
  const text = "born on 3 May 1980, Anna Weber, 10.0.0.1, a@b.co 4111111111111111 123-45-6789";
  const found = findHardIdentifiers(text);
  expect(found.map(({ type }) => type)).toEqual(["EMAIL", "CREDIT_CARD", "US_SSN"]);
  expect(found.map(({ start, end }) => text.slice(start, end))[0]).toBe("a@b.co");
});

test.each([
  ["Call (555) 123-4567 for {name}", "PHONE"],
  ["Write to a (at) b (dot) org", "EMAIL"],
  ["Schreiben Sie an info [at] amt [Punkt] de: {text}", "EMAIL"],
  ["Write to a@b.org", "EMAIL"],
])("In the template %p, an identifier of type %s is found", (template, type) => {
  expect(findTemplateIdentifiers(template).map((finding) => finding.type)).toEqual([type]);
});
