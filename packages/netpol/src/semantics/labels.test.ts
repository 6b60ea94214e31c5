import { describe, expect, test } from "@jest/globals";
import type { Selector } from "../manifests/cluster.ts";
import { couldMatch, exactly } from "./labels.ts";

const app = (operator: Selector[number]["operator"], ...values: string[]): Selector => [
  { key: "app", operator, values },
];

describe("couldMatch", () => {
  test.each([
    ["nothing", [], true, true],
    ["In", app("In", "web", "api"), true, false],
    ["In another", app("In", "api"), false, false],
    ["NotIn", app("NotIn", "web"), false, true],
    ["NotIn another", app("NotIn", "api"), true, true],
    ["Exists", app("Exists"), true, false],
    ["DoesNotExist", app("DoesNotExist"), false, true],
    ["two that agree", [...app("Exists"), ...app("NotIn", "api")], true, false],
    ["two that do not", [...app("Exists"), ...app("DoesNotExist")], false, false],
  ])(
    "couldMatch for a selector with %s, for app=web and without labels (%#)",
    (_, selector, labeled, bare) => {
      expect(couldMatch(selector, exactly({ app: "web" }))).toBe(labeled);
      expect(couldMatch(selector, exactly({}))).toBe(bare);
    },
  );

  test("couldMatch ignores properties that objects inherit", () => {
    expect(couldMatch([{ key: "toString", operator: "Exists", values: [] }], exactly({}))).toBe(
      false,
    );
  });

  test.each([
    [app("In", "web"), false, true],
    [app("NotIn", "web"), true, true],
    [app("Exists"), true, true],
    [app("DoesNotExist"), true, true],
    [[...app("Exists"), ...app("DoesNotExist")], false, false],
    [[...app("In", "web"), ...app("NotIn", "web")], false, false],
  ])("couldMatch for %j, with fresh and with any other labels", (selector, fresh, any) => {
    expect(couldMatch(selector, { known: {}, others: "fresh" })).toBe(fresh);
    expect(couldMatch(selector, { known: {}, others: "any" })).toBe(any);
  });

  test("couldMatch for a known key does not depend on unknown keys", () => {
    const facts = { known: { app: "web" }, others: "any" } as const;
    expect(couldMatch(app("In", "api"), facts)).toBe(false);
  });
});
