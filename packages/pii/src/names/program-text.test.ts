import { describe, expect, test } from "@jest/globals";
import { isProgramText } from "./program-text.ts";

function judged(marked: string, isPlace: boolean): boolean {
  const start = marked.indexOf("⟦");
  const end = marked.indexOf("⟧") - 1;
  return isProgramText(marked.replace(/[⟦⟧]/g, ""), { start, end }, isPlace);
}

describe("Program text is distinguished from names", () => {
  test.each([
    "⟦MAX⟧_ITEMS",
    "next_⟦Hash⟧",
    "⟦Ed⟧25519",
    "Dq5⟦WA⟧9uaw",
    "⟦UK⟧==",
    "amd64 ⟦groff-⟧base",
    "link: ⟦S⟧ | undefined",
    "throw new ⟦ApiError⟧(x)",
    "a ⟦keyHolder⟧;",
  ])("the marked word is program text: %s", (marked) => {
    expect(judged(marked, true)).toBe(true);
  });

  test.each([
    "⟦Anna⟧, hello",
    "_⟦Anna⟧_",
    "Dr.⟦Leitner⟧",
    "⟦McCoy⟧ and",
    "⟦DeVito⟧",
    "(⟦Weber⟧)",
    "Müller/⟦Schmidt⟧",
    "⟦Anna⟧ (s)",
    "an ⟦Anna McCoy⟧.",
    "⟦USA⟧",
    "⟦Weber⟧(CDU)",
    "Hendlbein ⟦H⟧.",
    "Frau⟦Weber⟧",
    "⟦AnnaWeber⟧ kam",
  ])("the marked word may be a name: %s", (marked) => {
    expect(judged(marked, false)).toBe(false);
  });
});
