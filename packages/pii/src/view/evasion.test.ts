/** @slow reads the name models */
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { createEngine } from "../engine.ts";
import { readBundledModels } from "../names/model/bundled-models.ts";

const engine = createEngine({ names: readBundledModels() });
const found = (text: string) =>
  engine.find(text).map(({ start, end, type }) => `${type} ${text.slice(start, end)}`);

describe("Personal data is found although it is obfuscated", () => {
  test.each([
    ["zero-width marks", "a\u200bnna@exam\u2060ple.com", "EMAIL"],
    ["soft hyphens", "anna@exam\u00adple.com", "EMAIL"],
    ["bidirectional marks", "\u202eanna@example.com\u202c", "EMAIL"],
    ["full-width", "ａｎｎａ＠ｅｘａｍｐｌｅ．ｃｏｍ", "EMAIL"],
    ["Cyrillic", "аnnа@ехаmplе.соm", "EMAIL"],
    ["small capitals", "ᴀɴɴᴀ@ᴇxᴀᴍᴘʟᴇ.ᴄᴏᴍ", "EMAIL"],
    ["a name in small capitals", "Dᴇᴀʀ Mʀ. Sᴛᴇғᴀɴ Wᴇʙᴇʀ,", "PERSON"],
    ["a name in small capitals only", "ᴀɴɴᴀ ᴡᴇʙᴇʀ", "PERSON"],
    ["HTML references", "anna&#64;example&#46;com", "EMAIL"],
    ["named references", "anna&commat;example&period;com", "EMAIL"],
    ["percent-encoding", "https://example.com/?to=anna%40example.com", "EMAIL"],
    ["JSON escapes", '{"to":"anna\\u0040example.com"}', "EMAIL"],
    ["base64", `data:text/plain;base64,${btoa("write to anna@example.com today")}`, "EMAIL"],
    [
      "base64 in the alphabet for URLs",
      btoa("~~~ anna@example.com ???").replace(/\+/g, "-").replace(/\//g, "_"),
      "EMAIL",
    ],
    [
      "base64 with percent-encoded padding",
      `${btoa("write anna@example.com").replace(/=/g, "%3D")}`,
      "EMAIL",
    ],
    ["hyphens at the end of a line", "anna@exam-\nple.com", "EMAIL"],
    ["full-width digits", "SSN: １２３-４５-６７８９", "US_SSN"],
    ["Arabic digits", "SSN: ١٢٣-٤٥-٦٧٨٩", "US_SSN"],
    ["non-breaking hyphens", "SSN: 123\u201145\u20116789", "US_SSN"],
    ["an IBAN on two lines", "DE89 3704 0044-\n0532 0130 00", "IBAN"],
    ["an IBAN with a Cyrillic letter", "DЕ89 3704 0044 0532 0130 00", "IBAN"],
    ["an IBAN with non-breaking spaces", "DE89\u00a03704\u202f0044\u20090532 0130 00", "IBAN"],
    ["mathematical digits", "card 𝟒𝟏𝟏𝟏 𝟏𝟏𝟏𝟏 𝟏𝟏𝟏𝟏 𝟏𝟏𝟏𝟏", "CREDIT_CARD"],
    ["a number on two lines", "+49 30-\n1234567", "PHONE"],
    ["a name with references", "Dear Mr. M&uuml;ller,\n", "PERSON"],
    ["a name with a decomposed letter", "Sehr geehrte Frau Mu\u0308ller,\n", "PERSON"],
    [
      "a name in strike-through letters",
      "Dear Mr. S\u0336m\u0336i\u0336t\u0336h\u0336,\n",
      "PERSON",
    ],
  ])("obfuscated data is found: %s", (_how, text, type) => {
    expect(engine.find(text).map((finding) => finding.type)).toContain(type);
  });

  test("obfuscated data is replaced completely and in place", () => {
    expect(found("to anna&#64;example&#46;com&#33;")).toEqual(["EMAIL anna&#64;example&#46;com"]);
    expect(found("(a\u200bnna@exam\u00adple.com)")).toEqual(["EMAIL a\u200bnna@exam\u00adple.com"]);
    const encoded = btoa("write to anna@example.com!");
    expect(found(`x ${encoded} y`)).toEqual([`EMAIL ${encoded}`]);
  });

  test("a URL with a percent-encoded password is found completely", () => {
    const url = "https://anna:p%40ss%20word@host.example/x";
    expect(found(`see ${url} there`)).toEqual([`URL ${url}`]);
  });

  test("nothing is found in encoded text without personal data", () => {
    expect(found(btoa("nothing to see here, move along"))).toEqual([]);
  });
});

/** Numbers that are found by their form or after a label. */
const NUMBERS = [
  ["", "4012 8888 8888 1881"],
  ["card ", "4012888888881881"],
  ["", "DE89 3704 0044 0532 0130 00"],
  ["", "536-90-4399"],
  ["SSN: ", "536 90 4399"],
  ["", "+49 151 12345678"],
  ["", "(415) 555-0132"],
  ["Tel. ", "030 1234567"],
  ["Steuer-ID ", "86 095 742 719"],
  ["", "86095742719"],
  ["Rentenversicherungsnummer ", "65 170839 J 003"],
  ["USt-IdNr. ", "DE136695976"],
  ["NHS number ", "943 476 5919"],
  ["", "AB 12 34 56 C"],
  ["Aadhaar ", "2345 6789 0124"],
  ["ITIN ", "912-70-1234"],
  ["Kontonummer ", "1234 5678"],
  ["sort code ", "20-00-00"],
  ["AHV ", "756.1234.5678.97"],
  ["", "1EG4-TE5-MK73"],
] as const;
const ALL = Array.from({ length: 0x110000 }, (_, code) => code).filter(
  (code) => code < 0xd800 || code > 0xdfff,
);
const charactersLike = (kind: RegExp) =>
  ALL.map((code) => String.fromCodePoint(code)).filter((character) => kind.test(character));
/** All dashes in the basic plane. */
const DASHES = charactersLike(/^[\p{Pd}\u2212]$/u).filter(({ length }) => length === 1);
const MIDDLE_DOTS = [..."·‧∙⋅•・･"];
const MARKS = ["\u200e", "\u200f", "\u202a", "\u2067", "\u061c", "\u2060", "\u00ad"];
const separator = fc.oneof(
  fc.constant(undefined),
  fc
    .tuple(fc.constantFrom("", ...MARKS), fc.constantFrom(...DASHES, ...MIDDLE_DOTS))
    .map(([mark, sign]) => mark + sign + mark),
  fc.constantFrom(...MARKS).map((mark) => `${mark}-${mark}`),
);
/** The digit 0 of each script (Unicode, category Nd). */
const ZEROS = charactersLike(/\p{Nd}/u).filter((_, index) => index % 10 === 0);
const withDigits = (text: string, zero: string) =>
  text.replace(/\d/g, (digit) => String.fromCodePoint((zero.codePointAt(0) ?? 0) + Number(digit)));

const hex = (code: number, length = 1) => code.toString(16).padStart(length, "0");
const eachUnit = (write: (unit: number) => string) => (text: string) =>
  text.replace(/[^\w +()-]/gu, (character) =>
    Array.from({ length: character.length }, (_, at) => write(character.charCodeAt(at))).join(""),
  );
const eachCharacter = (write: (code: number) => string) => (text: string) =>
  text.replace(/[^\w +()-]/gu, (character) => write(character.codePointAt(0) ?? 0));
const ESCAPES: Readonly<Record<string, (text: string) => string>> = {
  none: (text) => text,
  json: eachUnit((unit) => `\\u${hex(unit, 4)}`),
  braces: eachCharacter((code) => `\\u{${hex(code)}}`),
  long: eachCharacter((code) => `\\U${hex(code, 8)}`),
  decimal: eachCharacter((code) => `&#${code};`),
  hexadecimal: eachCharacter((code) => `&#x${hex(code)};`),
  percent: (text) => encodeURIComponent(text).replaceAll("%20", " "),
};

test("A number is found with every separator, in the digits of every script, and in every escape", () => {
  const patterns = createEngine();
  const isCovered = (before: string, value: string) =>
    patterns.find(`Please note ${before}${value} today.`).some(({ start, end }) => {
      const from = "Please note ".length + before.length;
      return start <= from && from + value.length <= end;
    });
  for (const [before, value] of NUMBERS)
    expect([value, isCovered(before, value)]).toEqual([value, true]);
  fc.assert(
    fc.property(
      fc.constantFrom(...NUMBERS),
      separator,
      fc.constantFrom(...ZEROS),
      fc.constantFrom(...Object.keys(ESCAPES)),
      ([before, value], sign, zero, how) => {
        const apart =
          sign === undefined
            ? value
            : value.replace(/(?<=[\p{L}\p{N}])[ -](?=[\p{L}\p{N}])/gu, sign);
        return isCovered(before, ESCAPES[how]?.(withDigits(apart, zero)) ?? "");
      },
    ),
    { numRuns: 5_000, seed: 1 },
  );
});
