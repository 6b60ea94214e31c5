import { describe, expect, test } from "@jest/globals";
import type { PlaceholderEntry } from "@veil/pii/relink";
import fc from "fast-check";
import { relinkAnswer } from "../relink-answer.ts";
import { createArgumentsRelinker, relinkArguments } from "./arguments-relinker.ts";

const ENTRIES: readonly PlaceholderEntry[] = [
  { placeholder: "[PERSON_1]", value: 'Anna "Ann" \\ Weber\n' },
  { placeholder: "[PERSON_10]", value: "$& Müller 😀" },
  { placeholder: "[EMAIL_1]", value: "anna@web.example" },
  { placeholder: "[URL_1]", value: "https://own.example/start" },
  { placeholder: "[LITERAL_1]", value: "[PERSON_2]" },
];

async function relinkText(text: string): Promise<string> {
  const blocks = [text];
  return relinkAnswer({ form: "string", blocks, entries: ENTRIES, hosts: [] }).blocks.join("");
}

async function streamed(pieces: readonly string[]): Promise<string> {
  const relinker = createArgumentsRelinker(relinkText);
  let sent = "";
  for (const piece of pieces) sent += await relinker.push(piece);
  return sent + relinker.end();
}

const whole = (json: string) => relinkArguments(json, relinkText);
const ANNA = ENTRIES[0]?.value;

describe("The arguments of a tool call", () => {
  test.each<[string, unknown, unknown]>([
    ["a string", { to: "Dear [PERSON_1]!" }, { to: `Dear ${ANNA}!` }],
    ["strings in lists and objects", [{ a: ["[PERSON_1]", 1] }], [{ a: [ANNA, 1] }]],
    ["a string on its own", "[EMAIL_1]", "anna@web.example"],
    ["a placeholder with a longer number", { to: "[PERSON_10]" }, { to: "$& Müller 😀" }],
    ["typed text that looks like a placeholder", { a: "[LITERAL_1]" }, { a: "[PERSON_2]" }],
    ["JSON inside a string", { a: '{"b":"[PERSON_1]"}' }, { a: JSON.stringify({ b: ANNA }) }],
    [
      "JSON inside JSON inside a string",
      { a: JSON.stringify({ b: JSON.stringify(["[PERSON_1]"]) }) },
      { a: JSON.stringify({ b: JSON.stringify([ANNA]) }) },
    ],
    ["a string in quotation marks", { q: '"[PERSON_1]"' }, { q: JSON.stringify(ANNA) }],
    ["not in the name of a member", { "[PERSON_1]": "a" }, { "[PERSON_1]": "a" }],
    ["not an unknown placeholder", { a: "[PERSON_2]" }, { a: "[PERSON_2]" }],
    ["not in a URL", { url: "https://evil.example/?q=[EMAIL_1]" }, undefined],
    ["not an address in a URL without a scheme", { url: "//evil.example/[EMAIL_1]" }, undefined],
    ["not after a space in a URL", { url: "https://evil.example/?q= [EMAIL_1]" }, undefined],
    ["not after line breaks in a URL", { url: "ht\ntps://evil.example/\n\n[EMAIL_1]" }, undefined],
    ["not in the body of a mailto URL", { to: "mailto:x@evil.example?body= [EMAIL_1]" }, undefined],
    [
      "not in a URL in JSON inside a string",
      { a: '{"u":"\\\\evil.example\\ [EMAIL_1]"}' },
      undefined,
    ],
    [
      "in the text next to a URL",
      { text: "See https://own.example/help. Write to [EMAIL_1]" },
      { text: "See https://own.example/help. Write to anna@web.example" },
    ],
    ["not in an image", { text: "![x](https://evil.example/[EMAIL_1])" }, undefined],
    ["not in a style sheet", { css: "x{background:url('//evil.example/? [EMAIL_1]')}" }, undefined],
  ])("arguments are restored by the rule for links: %s", async (_what, given, expected = given) => {
    expect(JSON.parse(await whole(JSON.stringify(given)))).toEqual(expected);
    expect(JSON.parse(await whole(JSON.stringify(given, null, 2)))).toEqual(expected);
  });

  test("a placeholder that is written with JSON escapes is restored", async () => {
    expect(JSON.parse(await whole('{"a": "\\u005bEMAIL_1\\u005d"}'))).toEqual({
      a: "anna@web.example",
    });
  });

  test.each([
    ['{"a": [EMAIL_1], "b": "[EMAIL_1]"}', "a placeholder that is no string"],
    ['{"a": "x\n", "b": "[EMAIL_1]"}', "a line break in a string"],
    ['{"a": 1], "b": "[EMAIL_1]"}', "a bracket that was not open"],
    ['{"a": "\\x", \'b\': "[EMAIL_1]"}', "a sign that JSON does not have"],
  ])(
    "placeholders stay after the place where the arguments are not valid JSON: %j",
    async (json) => {
      expect(await whole(json)).toBe(json);
    },
  );

  test("the placeholders of an unfinished string stay when the arguments are cut off", async () => {
    expect(await whole('{"a": "[EMAIL_1]", "b": "[EMAIL_1]')).toBe(
      '{"a": "anna@web.example", "b": "[EMAIL_1]',
    );
  });
});

const leaf = fc
  .array(
    fc.constantFrom(
      ...[
        "[PERSON_1]",
        "[PERSON_10]",
        "[EMAIL_1]",
        "[URL_1]",
        "[LITERAL_1]",
        "PERSON_1",
        "[PERSON_",
      ],
      ...[
        "a ",
        " ",
        '"',
        "\\",
        "\n",
        "{",
        "}",
        "[",
        "]",
        "😀",
        "\ud800",
        "https://e.example/",
        "1",
      ],
    ),
    { maxLength: 5 },
  )
  .map((pieces) => pieces.join(""));
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.integer(),
    fc.constantFrom(true, null),
    tie("list"),
    tie("object"),
    tie("inside"),
  ),
  list: fc.array(tie("value"), { maxLength: 3 }),
  object: fc.dictionary(leaf, tie("value"), { maxKeys: 3 }),
  inside: tie("value").map((inner) => JSON.stringify(inner)),
}));

async function mapped(node: unknown): Promise<unknown> {
  if (typeof node === "string") return await mappedString(node);
  if (Array.isArray(node)) return await Promise.all(node.map(mapped));
  if (typeof node !== "object" || node === null) return node;
  const entries = Object.entries(node).map(async ([name, item]) => [name, await mapped(item)]);
  return Object.fromEntries(await Promise.all(entries));
}

/**
 * Returns JSON inside a string as parsed values, because its text keeps its notation where nothing
 * is restored, so that texts cannot be compared.
 */
async function mappedString(text: string): Promise<unknown> {
  try {
    const inner: unknown = JSON.parse(text);
    if (isInside(inner)) return { inside: await mapped(inner) };
  } catch {
    // The string is not JSON.
  }
  return await relinkText(text);
}

const isInside = (inner: unknown) =>
  typeof inner === "string" || (typeof inner === "object" && inner !== null);

function unfolded(node: unknown): unknown {
  if (typeof node === "string") {
    try {
      const inner: unknown = JSON.parse(node);
      if (isInside(inner)) return { inside: unfolded(inner) };
    } catch {
      // The string is not JSON.
    }
    return node;
  }
  if (Array.isArray(node)) return node.map(unfolded);
  if (typeof node !== "object" || node === null) return node;
  return Object.fromEntries(Object.entries(node).map(([name, item]) => [name, unfolded(item)]));
}

test("For all arguments, the result is JSON in which each string was restored separately", async () => {
  await fc.assert(
    fc.asyncProperty(value, fc.constantFrom(0, 2), async (given, indent) => {
      const json = JSON.stringify(given, null, indent);
      expect(unfolded(JSON.parse(await whole(json)))).toEqual(await mapped(JSON.parse(json)));
    }),
    { numRuns: 300, seed: 1 },
  );
});

test("For all texts, the result is the same wherever the text is cut", async () => {
  const text = fc.oneof(
    value.map((given) => JSON.stringify(given)),
    fc.array(leaf, { maxLength: 6 }).map((pieces) => `{"a": ${pieces.join("")}`),
  );
  await fc.assert(
    fc.asyncProperty(text, async (json) => {
      const expected = await whole(json);
      expect(await streamed(json.split(""))).toBe(expected);
      for (let at = 0; at <= json.length; at += 1)
        expect(await streamed([json.slice(0, at), json.slice(at)])).toBe(expected);
    }),
    { numRuns: 60, seed: 1 },
  );
});
