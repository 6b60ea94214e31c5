import { expect, test } from "@jest/globals";
import { markdownExcerpts, markdownTable } from "./markdown.ts";

test.each([
  ["x⟦x⟧x", "- `x⟦x⟧x` (n)"],
  ["`x``⟦`x``⟧`x``", "- ``` `x``⟦`x``⟧`x`` ``` (n)"],
])("An excerpt is shown as code: %j", (excerpt, line) => {
  expect(markdownExcerpts([{ excerpt, note: "n" }])).toBe(line);
});

test("The text of a cell stays within the cell", () => {
  expect(markdownTable(["a|b", "n"], [["a|b", 1]])).toBe(
    "| a\\|b | n |\n| --- | ---: |\n| a\\|b | 1 |",
  );
});
