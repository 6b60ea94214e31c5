import { describe, expect, test } from "@jest/globals";
import { createFinder } from "../../finding.ts";
import { createDocument } from "../../text/document.ts";
import { describeRecognizer } from "../recognizer.contract.ts";
import { codeRecognizer } from "./code-recognizer.ts";

const member = codeRecognizer({
  name: "member",
  type: "ID_NUMBER",
  pattern: /\d{2}[ -]?\d{2}[ -]?[A-Z]/iy,
  prefix: /[A-Z]{2} $/,
  run: [2, 5],
  minLastRun: 3,
  continuation: /^[- ][0Aa]/,
  isValid: (code) => code.endsWith("C"),
  context: /\bmember\b/i,
  negativeContext: /\bpart\b/i,
  contextWindow: [20, 10],
  confidence: {
    inContext: 0.9,
    wholeText: 0.3,
    withoutContext: (written) => (written.includes("-") ? 0.5 : 0),
  },
});

describeRecognizer(member, {
  hits: [
    "member ⟦AB 1234C⟧",
    "⟦AB 12-34-C⟧ x",
    "⟦AB 12 34 c⟧",
    "⟦AB 1234C⟧",
    "⟦AB 12 34C⟧ (member)",
    "part of member ⟦AB 1234C⟧.",
  ],
  misses: [
    "AB 1234C x",
    "member AB 1234D",
    "part AB 12-34-C",
    "member 1234C",
    "member AB 1234CX",
    "member AB 1234C-1",
    "member x.AB 1234C",
    "member €AB 1234C",
  ],
});

const findMembers = createFinder([member]);

describe("The confidence in a code depends on its context", () => {
  test.each([
    ["member AB 1234C", 0.9],
    ["AB 12-34-C .", 0.5],
    ["AB 1234C", 0.3],
  ])("%j is found with confidence %d", (text, confidence) => {
    expect(findMembers(createDocument(text, "en"))[0]?.confidence).toBe(confidence);
  });
});
