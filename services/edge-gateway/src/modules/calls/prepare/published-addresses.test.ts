import { describe, expect, test } from "@jest/globals";
import { withoutPublished } from "./published-addresses.ts";

const OWN = "noreply@maker.example";
const without = withoutPublished([OWN, "docs+help@maker.example"]);

describe("withoutPublished", () => {
  test.each([
    `Co-Authored-By: Maker <${OWN}>`,
    `Write to ${OWN}.`,
    `"${OWN}", or \`${OWN}\``,
    `mailto:${OWN}`,
    OWN.toUpperCase(),
    "docs+help@maker.example",
  ])("removes a published address from %j", (text) => {
    const { text: left, found } = without(text);
    expect(left).not.toMatch(/@/);
    expect(found.length).toBeGreaterThan(0);
    for (const address of found) expect([OWN, "docs+help@maker.example"]).toContain(address);
  });

  test.each([
    ...[`x${OWN}`, `max.${OWN}`, `max-${OWN}`, `o'${OWN}`, `a@${OWN}`, `é${OWN}`, `7+${OWN}`],
    ...[`${OWN}.org`, `${OWN}s`, `${OWN}-x.org`, `${OWN}@b.example`, `${OWN}é`],
    ...["docsshelp@maker.example", "noreply@makerxexample"],
  ])("keeps %j, which is another address", (text) => {
    expect(without(text)).toEqual({ text, found: [] });
  });

  test("removes nothing without a list", () => {
    expect(withoutPublished([])(OWN)).toEqual({ text: OWN, found: [] });
  });
});
