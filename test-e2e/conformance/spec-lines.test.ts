import { expect, test } from "@jest/globals";
import { line } from "./row.ts";
import { compareWith, linesOfSpecification, unknownDecisions } from "./spec-lines.ts";

const SPECIFICATION = `# API

Text.

| code | status |
|---|---|
| gone | 410 |

- An item.
`;

test("Lines are the rows of tables, the items of lists and the paragraphs", () => {
  expect(linesOfSpecification(SPECIFICATION)).toEqual(["Text.", "| gone | 410 |", "- An item."]);
});

test("A line without a quote is reported as missing, and a quote without a line as unknown", () => {
  const lines = [line("A-1", "Text."), line("A-2", "- Another item.")];
  expect(compareWith(SPECIFICATION, lines)).toEqual({
    missing: ["| gone | 410 |", "- An item."],
    unknown: ["- Another item."],
  });
});

test("A quoted decision is found when its text is wrapped over several lines", () => {
  const decisions = "- Keys end\n  at once.";
  const lines = [line("DEC-1", "Keys end at once."), line("DEC-2", "Keys stay.")];
  expect(unknownDecisions(decisions, lines)).toEqual(["Keys stay."]);
});
