import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "@jest/globals";
import { REPOSITORY } from "../support/manifests.ts";
import { sourceFiles } from "../support/source-files.ts";

type Tier = "fast" | "default" | "all" | "heavy";

const { suitesLeftOut } = (await import(
  path.join(REPOSITORY, "scripts/lib/suites-left-out.mjs")
)) as { suitesLeftOut(selection: { tier: Tier; selected: boolean }): readonly string[] };

const suites = sourceFiles(/\.test\.ts$/);

function suitesOf(tier: Tier): readonly string[] {
  const patterns = suitesLeftOut({ tier, selected: false }).map((pattern) => new RegExp(pattern));
  return suites.filter((file) => !patterns.some((pattern) => pattern.test(`/${file}`)));
}

describe("The tiers of the tests", () => {
  test.each<[Tier, Tier]>([
    ["fast", "default"],
    ["default", "all"],
    ["all", "heavy"],
  ])("%s is a part of %s", (smaller, larger) => {
    const [part, whole] = [suitesOf(smaller), new Set(suitesOf(larger))];
    expect(part.length).toBeGreaterThan(300);
    expect(part.length).toBeLessThan(whole.size);
    expect(part.filter((file) => !whole.has(file))).toEqual([]);
  });

  test("npm test starts one stack", () => {
    const stacks = suitesOf("default").filter((file) => file.endsWith(".e2e.test.ts"));
    expect(stacks.filter((file) => !file.startsWith("test-e2e/isolation/"))).toEqual([
      "test-e2e/embedded.e2e.test.ts",
    ]);
  });

  test("npm test renders no manifests and builds nothing in Go", () => {
    const using = suitesOf("default").filter((file) =>
      /support\/renderer\.ts|kube-score\.mjs/.test(
        readFileSync(path.join(REPOSITORY, file), "utf8"),
      ),
    );
    expect(using).toEqual([]);
  });

  test(".ci/run runs every suite", () => {
    expect(suitesOf("heavy")).toEqual(suites);
    expect(readFileSync(path.join(REPOSITORY, ".ci/run"), "utf8")).toContain("npm test -- --heavy");
  });

  test("a suite that is named runs in every tier except the fast one", () => {
    for (const tier of ["default", "all", "heavy"] as const)
      expect(suitesLeftOut({ tier, selected: true })).toEqual([]);
  });
});
