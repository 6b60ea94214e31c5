import { expect, test } from "@jest/globals";
import { changelogSection } from "./changelog.ts";

const CHANGELOG = `# Changelog

## [Unreleased]

- Later.

## [0.2.0] - 2026-12-01

- A change.

## [0.1.0] - 2026-11-26

- The first version.

[Unreleased]: ../../compare/v0.2.0...HEAD
`;

test.each([
  ["0.2.0", "## [0.2.0] - 2026-12-01\n\n- A change.\n"],
  ["0.1.0", "## [0.1.0] - 2026-11-26\n\n- The first version.\n"],
])("changelogSection returns only the section of %s", (version, expected) => {
  expect(changelogSection(CHANGELOG, version)).toBe(expected);
});

test.each(["0.3.0", "Unreleased", "0.1"])(
  "changelogSection refuses %s, which is not released",
  (version) => {
    expect(() => changelogSection(CHANGELOG, version)).toThrow(
      `CHANGELOG.md has no section "## [${version}]`,
    );
  },
);
