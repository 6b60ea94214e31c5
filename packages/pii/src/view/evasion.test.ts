/** @slow reads the models of names */
import { describe, expect, test } from "@jest/globals";
import { createEngine } from "../engine.ts";
import { readBundledModels } from "../models.ts";

const engine = createEngine({ names: readBundledModels() });
const found = (text: string) =>
  engine.find(text).map(({ start, end, type }) => `${type} ${text.slice(start, end)}`);

describe("When personal data is obfuscated, then it is found", () => {
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
    ["escapes of JSON", '{"to":"anna\\u0040example.com"}', "EMAIL"],
    ["base64", `data:text/plain;base64,${btoa("write to anna@example.com today")}`, "EMAIL"],
    [
      "base64 in base64's own alphabet for URLs",
      btoa("~~~ anna@example.com ???").replace(/\+/g, "-").replace(/\//g, "_"),
      "EMAIL",
    ],
    [
      "base64 with padding in percent-encoding",
      `${btoa("write anna@example.com").replace(/=/g, "%3D")}`,
      "EMAIL",
    ],
    ["hyphens at the end of a line", "anna@exam-\nple.com", "EMAIL"],
    ["other digits", "SSN: １２３-４５-６７８９", "US_SSN"],
    ["Arabic digits", "SSN: ١٢٣-٤٥-٦٧٨٩", "US_SSN"],
    ["hyphens that do not break", "SSN: 123\u201145\u20116789", "US_SSN"],
    ["an IBAN in lines", "DE89 3704 0044-\n0532 0130 00", "IBAN"],
    ["an IBAN with a Cyrillic letter", "DЕ89 3704 0044 0532 0130 00", "IBAN"],
    ["an IBAN with blanks that do not break", "DE89\u00a03704\u202f0044\u20090532 0130 00", "IBAN"],
    ["mathematical digits", "card 𝟒𝟏𝟏𝟏 𝟏𝟏𝟏𝟏 𝟏𝟏𝟏𝟏 𝟏𝟏𝟏𝟏", "CREDIT_CARD"],
    ["a number in lines", "+49 30-\n1234567", "PHONE"],
    ["a name with references", "Dear Mr. M&uuml;ller,\n", "PERSON"],
    ["a name in two parts", "Sehr geehrte Frau Mu\u0308ller,\n", "PERSON"],
    ["a struck name", "Dear Mr. S\u0336m\u0336i\u0336t\u0336h\u0336,\n", "PERSON"],
  ])("%s", (_how, text, type) => {
    expect(engine.find(text).map((finding) => finding.type)).toContain(type);
  });

  test("When obfuscated data is found, then all of it is replaced in place", () => {
    expect(found("to anna&#64;example&#46;com&#33;")).toEqual(["EMAIL anna&#64;example&#46;com"]);
    expect(found("(a\u200bnna@exam\u00adple.com)")).toEqual(["EMAIL a\u200bnna@exam\u00adple.com"]);
    const encoded = btoa("write to anna@example.com!");
    expect(found(`x ${encoded} y`)).toEqual([`EMAIL ${encoded}`]);
  });

  test("When a password has percent-encoding, then all of it is found", () => {
    const url = "https://anna:p%40ss%20word@host.example/x";
    expect(found(`see ${url} there`)).toEqual([`URL ${url}`]);
  });

  test("When encoded text has no personal data, then it stays", () => {
    expect(found(btoa("nothing to see here, move along"))).toEqual([]);
  });
});
