import { expect, test } from "@jest/globals";
import { markdownExcerpts, markdownTable } from "./markdown.ts";

test.each([
  ["x⟦x⟧x", "- `x⟦x⟧x` (n)"],
  ["`x``⟦`x``⟧`x``", "- ``` `x``⟦`x``⟧`x`` ``` (n)"],
])("markdownExcerpts shows the excerpt %j as code: %j", (excerpt, line) => {
  expect(markdownExcerpts([{ excerpt, note: "n" }])).toBe(line);
});

test("markdownTable escapes | in the text of a cell", () => {
  expect(markdownTable(["a|b", "n"], [["a|b", 1]])).toBe(
    "| a\\|b | n |\n| --- | ---: |\n| a\\|b | 1 |",
  );
});
