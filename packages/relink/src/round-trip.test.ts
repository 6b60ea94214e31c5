/** @all renders thousands of answers */
import { expect, test } from "@jest/globals";
import { createEngine, sanitiseFields } from "@veil/pii";
import { placeholderEntries } from "@veil/pii/relink";
import fc from "fast-check";
import { relinkAnswer } from "./relink-answer.ts";

const engine = createEngine();

const VALUES = [
  ...[
    "anna.weber@web.example",
    "+49 30 1234567",
    "DE89 3704 0044 0532 0130 00",
    "4111 1111 1111 1111",
  ],
  ...["123-45-6789", "10.11.12.13", "[PERSON_1]", "[IBAN_2]", "Hauptstraße 5, 10115 Berlin"],
];
const WORDS = [
  ..."Dear Herr Ms the invoice — für über 12 x² „quoted” ‘single’ (brackets) 50% a&b 3*4 snake_case 👩‍👩‍👧".split(
    " ",
  ),
  ...[
    "**bold**",
    "_em_",
    "`code`",
    "# head\n",
    "\n\n",
    "\n> quote ",
    "\n- item ",
    "| cell |",
    "\t",
    "\u00a0",
    "~~x~~",
    "\r\n",
  ],
  ...[
    "\ud800",
    "\u0000",
    "{braces}",
    "C#",
    "e.g.",
    "1.5",
    "and/or",
    "\n```\n",
    "\n---\n",
    "a;b",
    "#1",
    "^",
    "$&",
  ],
];
/** Generates texts without links, images and tags, and without anything that is read as a URL. */
const texts = fc
  .array(fc.oneof(fc.constantFrom(...VALUES), fc.constantFrom(...WORDS)), { maxLength: 12 })
  .map((pieces) => pieces.join(" "));

test("Sanitised text without a link, image or tag is restored exactly, both as text and inside JSON", () => {
  fc.assert(
    fc.property(texts, (original) => {
      const named = [{ name: "x", text: original }];
      const { fields } = sanitiseFields(engine, { fields: named });
      const entries = placeholderEntries(named, fields);
      const text = fields[0]?.text ?? "";
      const asText = relinkAnswer({ form: "text", blocks: [text], entries, hosts: [] });
      expect(asText.blocks).toEqual([original]);
      const blocks = [JSON.stringify({ answer: text })];
      const asJson = relinkAnswer({ form: "json", blocks, entries, hosts: [] });
      expect(JSON.parse(asJson.blocks[0] ?? "")).toEqual({ answer: original });
    }),
    { numRuns: 1_000, seed: 1 },
  );
});
