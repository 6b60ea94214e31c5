/** @all relinks thousands of answers */
import { describe, expect, test } from "@jest/globals";
import { findPlaceholders, type PlaceholderEntry } from "@veil/pii/relink";
import fc from "fast-check";
import { relinkAnswer } from "../relink-answer.ts";
import { createStreamRelinker } from "./stream-relinker.ts";

/** Ordinary values, literals that look like placeholders, and hostile values at the end. */
const ENTRIES = [
  { placeholder: "[PERSON_1]", value: "Anna Weber" },
  { placeholder: "[PERSON_10]", value: "Müller & Söhne" },
  { placeholder: "[PHONE_1]", value: "(030) 1234-567" },
  { placeholder: "[IBAN_1]", value: "DE89 3704 0044" },
  { placeholder: "[AGE_1]", value: "12" },
  { placeholder: "[EMAIL_1]", value: "anna@web.example" },
  { placeholder: "[URL_1]", value: "https://own.example/start" },
  { placeholder: "[STREET_ADDRESS_1]", value: "Am Markt 1\n\n```\n10115 Bonn" },
  { placeholder: "[LITERAL_1]", value: "[PERSON_2]" },
  { placeholder: "[LITERAL_2]", value: "\\[PERSON\\_1\\]" },
  { placeholder: "[SECRET_1]", value: "zy](/b?" },
  { placeholder: "[SECRET_2]", value: '![a](" & \\' },
  { placeholder: "[USERNAME_1]", value: "zy<i alt='" },
  { placeholder: "[SECRET_3]", value: "\ud800`x" },
];
const FORMS = {
  placeholder: "[PERSON_3]",
  value: "Hans Meyer",
  forms: [
    { value: "Meyer", before: "Dear Mr ", after: ", hello " },
    { value: "Maier", before: "a ", after: "" },
    { value: "Hans", before: "", after: " b" },
  ],
};

const PIECES = [
  ...ENTRIES.flatMap(({ placeholder }) => [placeholder, placeholder]),
  ...["[person 1]", "PERSON_1", "%5BPERSON_1%5D", "\\[PERSON\\_1\\]", "[PERSON_2]", "[Age\n1]"],
  ...["[Person 1's]", "[PERSON_1s]", "PERSON_1s", "_PERSON_1_", "[Persona\n1]", "[PERSON_1 0]"],
  ...["&#91;PERSON_1&#93;", "\\u005bPERSON_1\\u005d", "[E-Mail 1]", "[Edad\n1 ", "［PERSON_1］"],
  ...["Dear Mr [PERSON_3], hello ", "a [PERSON_3]", "[PERSON_3] b"],
  ..."[ ] ( ) ! < > \" ' ` ``` ~~~ * _ # | : ; , . / // \\ \\\\ & = ? @ - + ^ { }".split(" "),
  ...[" ", " ", " ", "\n", "\n", "\n\n", "\r\n", "\r", "\t", "    ", "\f", "\v"],
  ...[
    "\u00a0",
    "\ufeff",
    "\u200b",
    "\u0000",
    "\ud83d",
    "😀",
    "ü",
    "> ",
    "- ",
    "1. ",
    "\n- ",
    "\n> ",
  ],
  ...["请", "给打", "。说", "，", "例.中", "ไทย", "の口", "／", "．"],
  ...["a", "b c", "the end. ", "https:", "www.", "mailto:", "evil.com", "/x?q=", "&#x2f;", "&amp"],
  ...["<b>", "</b>", "<br>", "<i class='x'>", "<!--", "-->", "<script>", "<pre>", "<td>", "<p\n"],
  ...["<https://a.b>", "<a@b.c>", "<[EMAIL_1]>", '<a href="/x">', "</", "<?", "<a x=", "[x](/y)"],
  ...[
    "[r]: ",
    "\n[r]: ",
    "[r]",
    "[^1]: ",
    "[^1]",
    "![",
    "](",
    "](<",
    "][",
    "- [ ] ",
    "|--|",
    "\n---\n",
  ],
  ...["\n```\n", "\n```json\n", "\n~~~\n", "\n````\n", "   ```\n", "```x\n", "\n```\n\n"],
  ...['{"', '"', '":', '": "', '", "', '"}', '{"a": "', "[1, ", "]", "\n}", '\n{"[PERSON_1]": "'],
];
const pieces = (from: readonly string[], maxLength: number) =>
  fc.array(fc.constantFrom(...from), { maxLength }).map((list) => list.join(""));

/** Texts before and after a placeholder that together form a construct. */
const AROUND: readonly (readonly [string, string])[] = [
  ["![", "](/y)"],
  ["![", "][r]\n\n[r]: /x\n"],
  ["a[", "](/y)"],
  ["\n[", "](/y)"],
  ["[x](", ")"],
  ["[x](/y(", "))"],
  ["[x](/y '", "')"],
  ['[x](/y\n"', '")'],
  ["[x](</y", ">)"],
  ["[x][", "]\n\n[a q]: /z\n"],
  ["[x][a ", "]\n\n[a Anna Weber]: /z\n"],
  ["[x][", "]\n\n[\u0061 12]: /z\n"],
  ["[x]", "\n"],
  ["!", "[x](/y)"],
  ["a[^", "]\n\n[^12]: x\n\n    "],
  ["\n[r]: /x\n'", "'\n"],
  ["\n[r", "]: /x\n"],
  ["\n[r\\]", "]: /x\n"],
  ["\n- [r]:", "\n"],
  ["a <b ", ">"],
  ["a <b x='", "'>"],
  ["a <b\n", ">"],
  ["<a@b.c>", "<https://x.y>"],
  ["a <script>", "</script>"],
  ["\n<p>\n", "\n<a title='\n\n"],
  ["\n> <p\n", ">\n\n"],
  ["\n<pre>\n\n", "\n<b\n\n"],
  ["<!-- ", "-->"],
  ["\n```\n", "\n```\n"],
  ["\n~~~\n![", "](/y)\n~~~\n"],
  ["\n- ```\n  ", "\n  ```\n"],
  ["\n```\n![", "](/y)"],
  ["\n  ```\n", "\n```\n![a "],
  ['\n```json\n{"a": "', '"}\n```\n'],
  ['\n```\n{"', '": 1}\n```\n'],
  ['\n```\n["\\u003cb ', '"]\n```\n'],
  ['\n```\n{"a": [{}, "![', '](/y)"]}\n```\n'],
  ["&", ";"],
  ["`", "`"],
  ["www.", "/x"],
  ["\n\r\n", "\n"],
];
const WORDS = [
  "a",
  "请给",
  "打。",
  "ไทย",
  "b c ",
  " ",
  " ",
  " ",
  "\n",
  "\r\n",
  "> ",
  "é",
  "1. ",
  "!",
  "*",
  ": ",
];
const PLACEHOLDERS = PIECES.filter((piece) => /_\\?\d|Age|Person 1/.test(piece));
const placed = fc
  .tuple(
    ...[fc.constantFrom(...AROUND), pieces(WORDS, 2), fc.constantFrom(...PLACEHOLDERS)],
    ...[pieces(WORDS, 2), pieces(PIECES, 1)],
  )
  .map(([[before, after], ...inside]) => `${before}${inside.join("")}${after}`);
const text = fc.oneof(
  pieces(PIECES, 24),
  fc
    .array(fc.oneof(placed, pieces(WORDS, 3), fc.constant("\n\n")), { maxLength: 6 })
    .map((list) => list.join("")),
);
const blocks = fc.oneof(
  { arbitrary: fc.tuple(text), weight: 2 },
  fc.array(text, { minLength: 2, maxLength: 3 }),
);

function streamed(texts: readonly string[], cutsOf: (text: string) => readonly string[]) {
  const stream = createStreamRelinker({ entries: [...ENTRIES, FORMS] });
  const written = [""];
  const take = ([first = "", ...others]: readonly string[]) =>
    written.push((written.pop() ?? "") + first, ...others);
  for (const [index, block] of texts.entries()) {
    for (const part of cutsOf(block)) take(stream.push(part));
    take(index === texts.length - 1 ? stream.end() : stream.endBlock());
  }
  return { blocks: written, ...stream.counts };
}

const whole = (block: string) => [block];

describe("For every answer", () => {
  test("the rule for whole answers restores everything that a stream restores, to the same values", () => {
    fc.assert(
      fc.property(blocks, (texts) => {
        const entries = [...ENTRIES, FORMS];
        const { blocks: all } = relinkAnswer({ form: "text", blocks: texts, entries, hosts: [] });
        const { blocks: some } = streamed(texts, whole);
        for (const [index, block] of texts.entries())
          expect(isPartOf(block, some[index] ?? "", all[index] ?? "")).toBe(true);
      }),
      { numRuns: 1_000, seed: 1 },
    );
  });

  test("the stream gives the same result for any cuts of the text", () => {
    const cuts = fc.infiniteStream(fc.nat({ max: 7 }));
    fc.assert(
      fc.property(blocks, cuts, (texts, lengths) => {
        const random = (block: string) => {
          const parts: string[] = [];
          for (let at = 0; at < block.length; ) {
            const length = lengths.next().value ?? 1;
            parts.push(block.slice(at, at + length));
            at += length;
          }
          return parts;
        };
        const expected = streamed(texts, whole);
        expect(streamed(texts, (block) => block.split(""))).toEqual(expected);
        expect(streamed(texts, random)).toEqual(expected);
      }),
      { numRuns: 1_000, seed: 1 },
    );
  });
});

describe("For texts without links, images and tags", () => {
  const words = [
    "[PERSON_1]",
    "[IBAN_1]",
    "Dear ",
    "pay",
    " ",
    "\n",
    ", ",
    "!",
    "'s",
    "**",
    "- ",
    "é",
  ];
  const prose = fc.array(pieces(words, 6), { minLength: 1, maxLength: 4 });

  test("a stream restores the same as the rule for whole answers, however the text is divided into blocks", () => {
    fc.assert(
      fc.property(prose, (texts) => {
        const entries = [...ENTRIES, FORMS];
        const request = { form: "text", entries, hosts: [] } as const;
        const joined = relinkAnswer({ ...request, blocks: [texts.join("")] });
        const { blocks: own, restored, left } = streamed(texts, whole);
        expect([own.join(""), restored, left]).toEqual([
          ...[joined.blocks.join(""), joined.restored, joined.left],
        ]);
        expect(own).toHaveLength(texts.length);
      }),
      { numRuns: 1_000, seed: 1 },
    );
  });
});

test("Positive control: streams restore more than 100 placeholders in 500 random answers", () => {
  const counts = fc
    .sample(blocks, { numRuns: 500, seed: 1 })
    .map((texts) => streamed(texts, whole).restored);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(100);
});

/**
 * Returns whether `some` is `written` after a subset of the replacements that turn `written` into
 * `all`.
 */
function isPartOf(written: string, some: string, all: string): boolean {
  const places = findPlaceholders(written);
  const isFrom = (at: number, from: number, inSome: number, inAll: number): boolean => {
    const { start = written.length, end = written.length } = places[at] ?? {};
    const before = written.slice(from, start);
    if (!some.startsWith(before, inSome) || !all.startsWith(before, inAll)) return false;
    const [s, a] = [inSome + before.length, inAll + before.length];
    if (at === places.length) return s === some.length && a === all.length;
    const form = written.slice(start, end);
    return [form, ...valuesOf(places[at])].some(
      (shown) =>
        all.startsWith(shown, a) &&
        [...new Set([form, shown])].some(
          (own) => some.startsWith(own, s) && isFrom(at + 1, end, s + own.length, a + shown.length),
        ),
    );
  };
  return isFrom(0, 0, 0, 0);
}

function valuesOf(
  match: ReturnType<typeof findPlaceholders>[number] | undefined,
): readonly string[] {
  const { placeholder = "", suffix = "" } = match ?? {};
  const entries: readonly PlaceholderEntry[] = [...ENTRIES, FORMS];
  const values = entries
    .filter((entry) => entry.placeholder === placeholder)
    .flatMap(({ value, forms = [] }) => [value, ...forms.map((form) => form.value)]);
  return values
    .map((value) => value + suffix)
    .flatMap((value) => [value, JSON.stringify(value).slice(1, -1), encoded(value)]);
}

function encoded(value: string): string {
  try {
    return encodeURIComponent(value);
  } catch {
    return value;
  }
}
