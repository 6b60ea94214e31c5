import { expect, test } from "@jest/globals";
import { decided, line, remark } from "./row.ts";
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

test("A line without a row is missing, and a quote that is not there is unknown", () => {
  const rows = remark("nothing");
  const lines = [line("Text.", rows), line("- An item."), line("- Another item.", rows)];
  expect(compareWith(SPECIFICATION, lines)).toEqual({
    missing: ["| gone | 410 |", "- An item."],
    unknown: ["- Another item."],
  });
});

test("A decision is found across the breaks of its lines", () => {
  const decisions = "- Keys end\n  at once.";
  const lines = [decided("Keys end at once."), decided("Keys stay.")];
  expect(unknownDecisions(decisions, lines)).toEqual(["Keys stay."]);
});
