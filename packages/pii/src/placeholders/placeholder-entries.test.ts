import { describe, expect, test } from "@jest/globals";
import { relinkUnchecked } from "../relink.ts";
import { replaceSpans } from "../replace-spans.ts";
import { placeholderEntries } from "./placeholder-entries.ts";

/** A field with `names` replaced by one placeholder, wherever they stand. */
function field(text: string, placeholder: string, names: readonly string[]) {
  const redactions = [...text.matchAll(new RegExp(names.join("|"), "g"))].map(
    ({ 0: name, index }) => ({
      start: index,
      end: index + name.length,
      placeholder,
      type: "PERSON" as const,
      confidence: 1,
      recognizer: "test",
    }),
  );
  return { text: replaceSpans(text, redactions, () => placeholder), redactions };
}

const NAMES = ["Hans Meyer", "Maier", "Meyer"];
const text = "Hans Meyer wrote. Maier is well, says Meyer of Bonn.";

test("A value that is written the same everywhere is one entry and nothing else", () => {
  const plain = "Meyer and Meyer";
  expect(placeholderEntries([{ text: plain }], [field(plain, "[PERSON_1]", NAMES)])).toEqual([
    { placeholder: "[PERSON_1]", value: "Meyer" },
  ]);
});

describe("A person who is named in several ways", () => {
  const entries = placeholderEntries([{ text }], [field(text, "[PERSON_1]", NAMES)]);
  const relink = (written: string) => relinkUnchecked(entries, [written])[0];

  test("is put back by the fullest name in a new text", () => {
    expect(relink("Dear [PERSON_1], and [PERSON_1]")).toBe("Dear Hans Meyer, and Hans Meyer");
  });

  test("is put back as written where the text is the request's, whatever stands around it", () => {
    const { text: sanitised } = field(text, "[PERSON_1]", NAMES);
    expect(relink(sanitised)).toBe(text);
    expect(relink(`Summarise: ${sanitised} Thank you`)).toBe(`Summarise: ${text} Thank you`);
    expect(relink("Who is well? [PERSON_1] is well, I think")).toBe(
      "Who is well? Hans Meyer is well, I think",
    );
    expect(relink("They wrote. [PERSON_1] is well, says")).toBe("They wrote. Maier is well, says");
  });
});

test.each([
  ["two persons", "[PERSON_1]", ["Hans Meyer", "Anna Weber"]],
  ["two values of another kind", "[EMAIL_1]", ["Meyer", "Maier"]],
])("One placeholder for %s is refused", (_what, placeholder, names) => {
  const both = names.join(" and ");
  expect(() => placeholderEntries([{ text: both }], [field(both, placeholder, names)])).toThrow(
    "one placeholder for two values",
  );
});
