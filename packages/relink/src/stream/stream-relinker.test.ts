import { describe, expect, test } from "@jest/globals";
import { relinkAnswer } from "../relink-answer.ts";
import { createStreamRelinker } from "./stream-relinker.ts";

/** Opens a relinker for answers of one block. */
function openFor(request: Parameters<typeof createStreamRelinker>[0]) {
  const stream = createStreamRelinker(request);
  return {
    push: (text: string) => stream.push(text).join("|"),
    end: () => stream.end().join("|"),
    get counts() {
      return stream.counts;
    },
  };
}

const ENTRIES = [
  { placeholder: "[PERSON_1]", value: "Anna Weber" },
  { placeholder: "[PERSON_10]", value: "Peter Koch" },
  { placeholder: "[IBAN_1]", value: "DE89 3704 0044" },
  { placeholder: "[EMAIL_1]", value: "anna@web.example" },
  { placeholder: "[SECRET_1]", value: 'a"$&\\b' },
  { placeholder: "[USERNAME_1]", value: "<i alt='" },
  { placeholder: "[LITERAL_1]", value: "[PERSON_2]" },
  {
    placeholder: "[PERSON_3]",
    value: "Hans Meyer",
    forms: [
      { value: "Meyer", before: " Dear Mr", after: " and all" },
      { value: "Hans", before: "I am, so", after: " I think" },
    ],
  },
];

const open = () => openFor({ entries: ENTRIES });

function relinked(text: string): string {
  const stream = open();
  return [...text].map((unit) => stream.push(unit)).join("") + stream.end();
}

describe("While text is received", () => {
  test("values are sent with the white space after their run, and other text at once", () => {
    const stream = open();
    const sent = ["Dear ", "[PERS", "ON_1]", ",", " pay", " [IBAN_1]"].map((part) =>
      stream.push(part),
    );
    expect([...sent, stream.end()]).toEqual([
      ...["Dear ", "", "", "", "Anna Weber, pay", " "],
      "DE89 3704 0044",
    ]);
    expect(stream.counts).toEqual({ restored: 2, left: 0 });
  });

  test("text without spaces is sent at once, up to what may become a placeholder", () => {
    const stream = open();
    const parts = [
      "这是一个",
      "相当长的回答,",
      "IT",
      "部门",
      "PERS",
      "ON_",
      "1打",
      "电话",
      "告诉[PER",
    ];
    expect(parts.map((part) => stream.push(part))).toEqual([
      ...["这是一个", "相当长的回答,", "", "IT部门", "", "", "", "Anna Weber打电话", "告诉"],
    ]);
  });

  test.each([
    ["Chinese", "请给[PERSON_1]打电话，", "然后", "请给Anna Weber打电话，"],
    ["Japanese", "これは[PERSON_1]さんの", "口座です。", "これはAnna Weberさんの"],
    ["Thai", "ติดต่อ[PERSON_1]ได้ที่", "นี่", "ติดต่อAnna Weberได้ที่"],
  ])("a value in %s is sent before a space follows", (_language, text, more, expected) => {
    const stream = open();
    const sent = stream.push(text);
    expect(sent).toBe(expected.slice(0, sent.length));
    expect(sent).toContain("Anna Weber");
    expect(sent + stream.push(more) + stream.end()).toBe(expected + more);
  });

  test.each([
    "请看https://evil.example/路径，[IBAN_1]再说",
    "请看evil.com/路径/[IBAN_1]再说",
    "请看例.中国/路[IBAN_1]再说",
    "看//evil.example/这个和[IBAN_1]",
    "看&#47;&#47;evil.example/这个和[IBAN_1]",
  ])("a URL continues in a text without spaces, so its placeholder stays: %j", (text) => {
    expect(relinked(text)).toBe(text);
    const request = { form: "text", blocks: [text], entries: ENTRIES, hosts: [] } as const;
    expect(relinkAnswer(request).blocks).toEqual([text]);
  });

  test("without placeholders to restore, all text is sent at once", () => {
    const stream = openFor({ entries: [] });
    expect(["[PERSON_", "1] a", "b"].map((part) => stream.push(part))).toEqual([
      ...["[PERSON_", "1] a", "b"],
    ]);
    expect(stream.end()).toBe("");
  });

  test("a space that may be part of a placeholder does not end a run", () => {
    const stream = open();
    const sent = ["a [Person", " ", "1", "]", " ", "b [Persons"].map((part) => stream.push(part));
    expect(sent).toEqual(["a ", "", "", "", "Anna Weber ", "b "]);
    expect(stream.push(" there")).toBe("[Persons there");
  });

  test("a person is spelled as in the request, once the text after the placeholder is received", () => {
    const stream = open();
    expect(stream.push("So, Dear Mr[PERSON_3] and a")).toBe("So, Dear Mr");
    expect(stream.push("ll.")).toBe("Meyer and all.");
    expect(stream.end()).toBe("");
  });

  test.each([
    "Dear [PERSON_1] and [PERSON_10], <[EMAIL_1]> [LITERAL_1]",
    "[PERSON_2] [PERSON_11] [REDACTED:EMAIL]",
    "**[PERSON_1]** `[IBAN_1]` [PERSON_1]'s (PERSON_1)",
    '- [PERSON_1]: "[IBAN_1]"\n\n```\n![x](y) [PERSON_1]\n```\n[PERSON_1]',
    '```json\n{ "a b": ["x [PERSON_1]"], "[PERSON_10]": 1 }\n```\n[PERSON_10]',
  ])("a stream restores all values that the whole answer has: %j", (text) => {
    const request = { form: "text", blocks: [text], entries: ENTRIES, hosts: [] } as const;
    expect([relinked(text)]).toEqual(relinkAnswer(request).blocks);
  });
});

describe("Placeholders in text that may continue as a link, an image, a tag or a definition", () => {
  test.each([
    ["after an image has begun", "![a [PERSON_1]", "\n\n[PERSON_1]"],
    ["in a destination", "[a](x[PERSON_1]", "\n\n[PERSON_1]"],
    ["in a title", '[a](x "[PERSON_1]', "\n\n[PERSON_1]"],
    ["in a label", "[a][the [PERSON_1]", "\n\n[PERSON_1]"],
    ["in a footnote call", "a[^[PERSON_1]", "\n\n[PERSON_1]"],
    ["on a line that begins like a definition", "> [r [PERSON_1]", "\n\n[PERSON_1]"],
    ["after a definition", "[r]: /x\n'[PERSON_1]", "\n\n[PERSON_1]"],
    ["on a line with a fence", "```[PERSON_1]", "\n```\n[PERSON_1]"],
    ["on a line that begins with a tag", "<b>[PERSON_1]</b>", "\n\n[PERSON_1]"],
    ["in a run with a URL", "//evil.example/[PERSON_1]", " [PERSON_1]"],
    ["next to a character reference", "&#47;&#47;[PERSON_1]", " [PERSON_1]"],
  ])("a placeholder stays %s", (_where, text, after) => {
    expect(relinked(`${text} x${after}`)).toBe(
      `${text} x${after.replace("[PERSON_1]", "Anna Weber")}`,
    );
  });

  test.each([
    ["in a tag", "a <b [PERSON_1]"],
    ["in an element without text", "a <script>[PERSON_1]</script>\n\n"],
    ["after a comment", "a <!-- -->\n\n"],
    ["after a tag on two lines", "a <b\n>\n\n"],
    ["after a value with a tag", "a [USERNAME_1]\n\n"],
  ])("a placeholder stays %s, up to the end", (_where, text) => {
    expect(relinked(`${text} [PERSON_1]`)).toBe(`${text} [PERSON_1]`);
  });

  test.each([
    ["that JSON would escape", '{"a": "[SECRET_1]"}'],
    ["with a quotation mark or a backslash", "a [SECRET_1] b"],
    ["in a JSON member name", '{"the [PERSON_1]": 1}'],
    ["typed like a placeholder, in a JSON member name", '{"[LITERAL_1]": 1}'],
    ["in a string with an escape", '{"a": "\\u003c [PERSON_1]"}'],
  ])("a stream does not restore a value %s", (_what, text) => {
    expect(relinked(text)).toBe(text);
  });
});

describe("Several blocks", () => {
  const inBlocks = (...blocks: readonly string[]) => {
    const stream = createStreamRelinker({ entries: ENTRIES });
    const sent = [""];
    const take = ([first = "", ...others]: readonly string[]) =>
      sent.push((sent.pop() ?? "") + first, ...others);
    for (const [index, block] of blocks.entries()) {
      take(stream.push(block));
      take(index === blocks.length - 1 ? stream.end() : stream.endBlock());
    }
    return sent;
  };

  test.each([
    [
      ["Dear [PERSON_1], ", "pay [IBAN_1]"],
      ["Dear Anna Weber, ", "pay DE89 3704 0044"],
    ],
    [
      ["Dear [PERSON_1]", "!"],
      ["Dear Anna Weber", "!"],
    ],
    [
      ["[PERSON_1] a", "[PERSON_1] [IBAN_1]"],
      ["Anna Weber a", "Anna Weber DE89 3704 0044"],
    ],
    [
      ["[PERSON_1]", " and", "", "[PERSON_1]", ",\n"],
      ["Anna Weber", " and", "", "Anna Weber", ",\n"],
    ],
    [
      ["See [PERSON_1]", ".evil.example/x"],
      ["See [PERSON_1]", ".evil.example/x"],
    ],
    [
      ["https://evil.example/", "[PERSON_1]"],
      ["https://evil.example/", "[PERSON_1]"],
    ],
    [
      ["a [PERSON_1]", "](/x"],
      ["a Anna Weber", "](/x"],
    ],
    [
      ["![a [PERSON_1]", "b"],
      ["![a [PERSON_1]", "b"],
    ],
    [
      ["[PERSON ", "1] [IBAN_1]"],
      ["[PERSON ", "1] DE89 3704 0044"],
    ],
    [
      ["a [PERSON ", "PERSON_1 [IBAN_1]"],
      ["a [PERSON ", "Anna Weber DE89 3704 0044"],
    ],
    [
      ["![x ", "[PERSON_1]\n\n[IBAN_1]"],
      ["![x ", "[PERSON_1]\n\nDE89 3704 0044"],
    ],
    [
      ["a\n", '{"[PERSON_1]": "[IBAN_1]"}'],
      ["a\n", '{"[PERSON_1]": "DE89 3704 0044"}'],
    ],
    [
      ["", "[PERSON_1]", ""],
      ["", "Anna Weber", ""],
    ],
  ])("the blocks %j become %j", (blocks, expected) => {
    expect(inBlocks(...blocks)).toEqual(expected);
  });
});

describe("The text that is held back", () => {
  /**
   * Returns the most units received but not sent. Nothing is restored, so lengths are comparable.
   */
  const mostHeld = (text: string, length: number) => {
    const stream = openFor({ entries: [{ placeholder: "[AGE_1]", value: "4" }] });
    let [sent, most] = ["", 0];
    for (let at = 0; at < text.length; at += length) {
      sent += stream.push(text.slice(at, at + length));
      most = Math.max(most, Math.min(at + length, text.length) - sent.length);
    }
    expect(sent + stream.end()).toBe(text);
    return most;
  };

  test.each([
    ["words", "word ", 4],
    ["lines", "the next line\n", 4],
    ["brackets that are not placeholders", "[see the page] ", 14],
    ["what may become a placeholder", "[ID NUMBER", 24],
    ["letters", "a", 4096 + 384],
    ["placeholders in a row", "[AGE_1]", 4096 + 384],
    ["escaped placeholders that do not end", "[DATE OF BIRTH\\", 32],
    ["lone surrogates", "\ud800", 4096 + 384],
  ])(
    "held-back text from 40 000 units of %s is never more than the current run and its margin",
    (_what, unit, most) => {
      const text = unit.repeat(Math.ceil(40_000 / unit.length));
      expect(mostHeld(text, 1)).toBeLessThanOrEqual(most);
    },
  );

  test("a run that is too long is sent unchanged, and nothing is restored after a known placeholder in it", () => {
    const long = `${"a".repeat(5_000)}[PERSON_2]${"b".repeat(5_000)}`;
    expect(relinked(`${long} [PERSON_1]`)).toBe(`${long} Anna Weber`);
    const withOne = `${"a".repeat(5_000)}[USERNAME_1]${"b".repeat(5_000)}`;
    expect(relinked(`${withOne} [PERSON_1]`)).toBe(`${withOne} [PERSON_1]`);
  });
});

test("When the rounds of relinkAnswer do not settle, then it restores what a stream restores", () => {
  const entries = [
    { placeholder: "[PERSON_1]", value: "Anna Weber" },
    { placeholder: "[PERSON_2]", value: "Peter Koch" },
    // The first round refuses this value because of its tag.
    { placeholder: "[EMAIL_1]", value: "<b>x" },
    // The second round refuses this value: it is a scheme when no letter precedes it.
    { placeholder: "[USERNAME_1]", value: "data" },
  ];
  // The third round finds an image around [PERSON_2] when both placeholders stay as written.
  const image =
    "![a [PERSON_2] b][［EMAIL_1］USERNAME_1:]\n\n[［ema\u0131l_1］u\u017fername_1:]: /u\n";
  const stream = openFor({ entries });
  const sent = stream.push(`Dear [PERSON_1],\n\n${image}`) + stream.end();
  expect(sent).toBe(`Dear Anna Weber,\n\n${image}`);
  const blocks = [`Dear [PERSON_1],\n\n${image}`];
  expect(relinkAnswer({ form: "text", blocks, entries, hosts: [] }).blocks).toEqual([sent]);
});
