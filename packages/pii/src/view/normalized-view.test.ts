/** @slow tries thousands of random texts */
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { normalizedView } from "./normalized-view.ts";

const read = (text: string) => normalizedView(text).text;

describe("The text as readers see it", () => {
  test.each([
    ["full-width letters, signs and digits", "ａｎｎａ＠ｅｘ．ｃｏｍ ４１", "anna@ex.com 41"],
    ["mathematical letters", "𝔸𝕟𝕟𝕒 𝐖𝐞𝐛𝐞𝐫", "Anna Weber"],
    ["ligatures, circled digits", "Steﬁ ①②", "Stefi 12"],
    ["digits of other scripts", "٠١٥١ ०१२ ߁", "0151 012 1"],
    ["raised digits in a row", "⁰¹⁵¹", "0151"],
    ["invisible marks", "a\u200bn\u2060na@e\ufeffx\u00ad.c\u202eom\u0000", "anna@ex.com"],
    ["spaces of all kinds", "Anna\u00a0\u2009\u3000Weber", "Anna   Weber"],
    ["hyphens and full stops", "030\u2011123 ex。com", "030-123 ex.com"],
    ["Cyrillic and Greek in Latin words", "аnnа@ехаmplе.com Ρaul", "anna@example.com Paul"],
    ["Cyrillic next to digits", "DЕ89 А1", "DE89 A1"],
    ["decomposed letters", "Mu\u0308ller Nguye\u0302\u0303n", "Müller Nguyễn"],
    ["strike-through letters", "A\u0336n\u0336n\u0336a\u0336", "Anna"],
    [
      "HTML references",
      "anna&#64;ex&period;com M&uuml;ller&nbsp;&#x41;&commat",
      "anna@ex.com Müller A&commat",
    ],
    ["HTML references of references", "anna&amp;#64;ex.com &amp; &amp;amp;", "anna@ex.com & &"],
    ["percent-encoding", "anna%40ex.com M%C3%BCller %F0%9F%98%80", "anna@ex.com Müller 😀"],
    ["percent-encoding twice", "anna%2540ex.com %25", "anna@ex.com %"],
    ["escapes", "M\\u00fcller \\ud83d\\ude00 a\\x40b \\\\u00e4", "Müller 😀 a@b ä"],
    ["a reference to a folded character", "&#8203;a&#xFF20;b", "a@b"],
    ["a word that continues on the next line", "Mül-\nler Mül\u00ad\r\nler", "Müller Müller"],
    ["a number that continues on the next line", "030-\r\n  1234567", "030-1234567"],
    ["an IBAN in two lines", "DE89 3704 0044 \r\n  0532 0130 00", "DE89 3704 0044 0532 0130 00"],
    ["an IBAN in three lines", "AT61 1904\n3002 3457 \n3201", "AT61 1904 3002 3457 3201"],
    [
      "an IBAN with a hyphen at the end of a line",
      "DE89370400-\n440532013000",
      "DE89370400440532013000",
    ],
  ])("the view reads %s as plain text", (_what, written, seen) => {
    expect(read(written)).toBe(seen);
  });

  test.each([
    "Zoë Müller-Lüdenscheidt, 3ª, 5 m², Fußnote¹, Acme™ … „so“ – 20 €",
    "Москва, Афина, Αθήνα, ΑΒΓ",
    "日本語のテキスト 한국어 😀🎉",
    "AT&T, R&D; 100 % sicher, 50%ig, 5%zz %80 %C3 &unknown; &#0; &#xD800; &#9999999; \\u12 \\n",
    "9020 AB12 3456\n78 AT61 1904\n3002\nListe:\n1\n2\nA\nB\n12-\nAnna-\nLena",
    "",
  ])("%j is unchanged", (text) => {
    expect(normalizedView(text)).toMatchObject({ text, same: true, notations: [] });
  });
});

describe("Offsets in the original", () => {
  const original = (text: string, seen: string) => {
    const view = normalizedView(text);
    const start = view.text.indexOf(seen);
    const place = view.toOriginal({ start, end: start + seen.length });
    return text.slice(place.start, place.end);
  };

  test.each([
    ["<a\u200bnna&#64;ex.com>", "anna@ex.com", "a\u200bnna&#64;ex.com"],
    ["\u200banna\u200b", "anna", "anna"],
    ["x&#64;y", "@", "&#64;"],
    ["xﬁy", "i", "ﬁ"],
    ["😀𝔸😀", "A", "𝔸"],
    ["M&uuml;ller, M&uuml;ller", "ller, M", "ller, M"],
    ["a\u0301b", "á", "a\u0301"],
    ["%C3%BCx", "ü", "%C3%BC"],
    ["ａｂ", "b", "ｂ"],
  ])("in %j, %j maps to %j", (text, seen, written) => {
    expect(original(text, seen)).toBe(written);
  });

  const HOSTILE = fc.constantFrom(
    ..."aé😀𝔸ﬁа１²\u0301\u0336\u200b\u00ad\n\r-& %\\",
    "&#64;",
    "&amp;",
    "%C3%BC",
    "%40",
    "\\u00fc",
    "\ud83d",
    "\ude00",
    "DE89 3704 0044",
  );
  const text = fc.array(HOSTILE, { maxLength: 40 }).map((parts) => parts.join(""));

  test("every span of the view maps to a span of the original, in the same order", () => {
    fc.assert(
      fc.property(text, (written) => {
        const view = normalizedView(written);
        let before = { start: 0, end: 0 };
        for (let at = 0; at < view.text.length; at += 1) {
          const place = view.toOriginal({ start: at, end: at + 1 });
          expect(place.start).toBeGreaterThanOrEqual(before.start);
          expect(place.end).toBeGreaterThanOrEqual(before.end);
          expect(place.end).toBeGreaterThan(place.start);
          expect(place.end).toBeLessThanOrEqual(written.length);
          before = place;
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test("a span begins with its first character, ends with its last, and splits no character", () => {
    fc.assert(
      fc.property(text, fc.nat(), fc.nat(), (written, one, other) => {
        const view = normalizedView(written);
        const [a, b] = [one % (view.text.length + 1), other % (view.text.length + 1)];
        const [start, end] = [Math.min(a, b), Math.max(a, b)];
        if (start === end) return;
        const place = view.toOriginal({ start, end });
        expect(place.start).toBe(view.toOriginal({ start, end: start + 1 }).start);
        expect(place.end).toBe(view.toOriginal({ start: end - 1, end }).end);
        for (const edge of [place.start, place.end])
          expect(written.slice(edge - 1, edge + 1)).not.toBe("😀");
      }),
      { numRuns: 2_000 },
    );
  });
});
