import { describe, expect, test } from "@jest/globals";
import { endsClauseAt, isStatement } from "./statements.ts";

describe("Statements about passwords and accounts", () => {
  test.each(
    `required wrong expired incorrect visible missing case-sensitive administrator Monday XML too
    abgelaufen falsch geändert zurückgesetzt erforderlich verschlüsselt gleich sichtbar deaktiviert ungültig`.split(
      /\s+/,
    ),
  )("isStatement is true for %s", (word) => {
    expect(isStatement(word)).toBe(true);
  });

  test.each(
    "lemonade marzipan sunshine ganpati Leprechaun osterhase nikolausstiefel Regenbogenfisch zielwasser".split(
      " ",
    ),
  )("isStatement is false for %s, which may be a password", (word) => {
    expect(isStatement(word)).toBe(false);
  });
});

test.each([
  ["lemonade", true],
  ["lemonade.", true],
  ["lemonade, thanks", true],
  ["lemonade and then", true],
  ["lemonade\nnext", true],
  ["lemonade stand", false],
  ["lemonade.com", false],
  ["lemonade,5", false],
])("Whether the first word of %j ends its clause: %j", (text, ends) => {
  expect(endsClauseAt(text, "lemonade".length)).toBe(ends);
});
