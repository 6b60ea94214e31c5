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

test("A line that is not quoted is missing, and a quote that is not there is unknown", () => {
  const lines = [line("A-1", "Text."), line("A-2", "- Another item.")];
  expect(compareWith(SPECIFICATION, lines)).toEqual({
    missing: ["| gone | 410 |", "- An item."],
    unknown: ["- Another item."],
  });
});

test("A decision is found across the breaks of its lines", () => {
  const decisions = "- Keys end\n  at once.";
  const lines = [line("DEC-1", "Keys end at once."), line("DEC-2", "Keys stay.")];
  expect(unknownDecisions(decisions, lines)).toEqual(["Keys stay."]);
});
