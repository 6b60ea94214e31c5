import { describe, expect, test } from "@jest/globals";
import { replaceSpans } from "../text/replace-spans.ts";
import { placeholderEntries } from "./placeholder-entries.ts";
import { relinkUnchecked } from "./relink.ts";

/** Creates a field in which one placeholder replaces each of the `names`. */
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

test("When a value has the same spelling everywhere, then its entry has no forms", () => {
  const plain = "Meyer and Meyer";
  expect(placeholderEntries([{ text: plain }], [field(plain, "[PERSON_1]", NAMES)])).toEqual([
    { placeholder: "[PERSON_1]", value: "Meyer" },
  ]);
});

describe("A person with several spellings", () => {
  const entries = placeholderEntries([{ text }], [field(text, "[PERSON_1]", NAMES)]);
  const relink = (written: string) => relinkUnchecked(entries, [written])[0];

  test("a person with several spellings gets the fullest name in a new text", () => {
    expect(relink("Dear [PERSON_1], and [PERSON_1]")).toBe("Dear Hans Meyer, and Hans Meyer");
  });

  test("a person gets the spelling from the request where the surrounding text is the same as in the request", () => {
    const { text: sanitised } = field(text, "[PERSON_1]", NAMES);
    expect(relink(sanitised)).toBe(text);
    expect(relink(`Summarize: ${sanitised} Thank you`)).toBe(`Summarize: ${text} Thank you`);
    expect(relink("Who is well? [PERSON_1] is well, I think")).toBe(
      "Who is well? Hans Meyer is well, I think",
    );
    expect(relink("They wrote. [PERSON_1] is well, says")).toBe("They wrote. Maier is well, says");
  });
});

test.each([
  ["two persons", "[PERSON_1]", ["Hans Meyer", "Anna Weber"]],
  ["two values of another kind", "[EMAIL_1]", ["Meyer", "Maier"]],
])("When one placeholder stands for %s, then an error is thrown", (_what, placeholder, names) => {
  const both = names.join(" and ");
  expect(() => placeholderEntries([{ text: both }], [field(both, placeholder, names)])).toThrow(
    "one placeholder for two values",
  );
});
