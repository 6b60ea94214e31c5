import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "@jest/globals";
import { REPOSITORY } from "../support/deployment/manifests.ts";
import { sourceFiles } from "../support/deployment/source-files.ts";

type Tier = "fast" | "default" | "all" | "heavy";

const { suitesLeftOut } = (await import(
  path.join(REPOSITORY, "scripts/lib/suites-left-out.mjs")
)) as { suitesLeftOut(selection: { tier: Tier; selected: boolean }): readonly string[] };

const suites = sourceFiles(/\.test\.ts$/);

function suitesOf(tier: Tier): readonly string[] {
  const patterns = suitesLeftOut({ tier, selected: false }).map((pattern) => new RegExp(pattern));
  return suites.filter((file) => !patterns.some((pattern) => pattern.test(`/${file}`)));
}

function readCi(name: string): string {
  return readFileSync(path.join(REPOSITORY, ".ci", name), "utf8");
}

describe("The tiers of the tests", () => {
  test.each<[Tier, Tier]>([
    ["fast", "default"],
    ["default", "all"],
    ["all", "heavy"],
  ])("Every suite in the tier %s is also in the larger tier %s", (smaller, larger) => {
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

  test(".ci/run runs every suite but those of npm run test:kubernetes, on the machine's Node or on the images' Node", () => {
    expect(suitesOf("heavy")).toEqual(suites);
    const script = readCi("run");
    expect(script).toContain(
      `--heavy --passWithNoTests "--testPathIgnorePatterns=/node_modules/|$stacks|$kubernetes"`,
    );
    expect(script).toContain(
      `"\${on_image_node[@]}" "--testPathIgnorePatterns=$others|$isolation|$kubernetes"`,
    );
    expect(script).toContain(`scripts/with-image-node npm test -- "$isolation"`);
    const [stacks, others, isolation, kubernetes] = [
      "stacks",
      "others",
      "isolation",
      "kubernetes",
    ].map((name) => {
      const [, pattern] = new RegExp(`^${name}='(.+)'$`, "m").exec(script) ?? [];
      return new RegExp(pattern ?? "");
    });
    const inCluster = suites.filter((file) => file.startsWith("test-e2e/kubernetes/"));
    expect(inCluster.length).toBeGreaterThan(0);
    expect(suites.filter((file) => kubernetes?.test(file))).toEqual([
      "packages/netpol/test/cyclonus.test.ts",
      "packages/postgres-kit/src/pooler.test.ts",
      ...inCluster,
      "test-e2e/lint/deployment/helm.test.ts",
      "test-e2e/restore.e2e.test.ts",
      "test-e2e/upgrade.e2e.test.ts",
    ]);
    const repeated = readCi("image-node.txt")
      .split("\n")
      .map((line) => line.replace(/ *#.*/, ""))
      .filter((line) => line !== "")
      .map((pattern) => new RegExp(pattern));
    const runNowhere = suites.filter(
      (file) =>
        stacks?.test(file) &&
        !isolation?.test(file) &&
        (others?.test(file) || !repeated.some((pattern) => pattern.test(file))),
    );
    expect(runNowhere).toEqual([]);
  });

  test("a suite that is named on the command line runs in every tier except the fast one", () => {
    for (const tier of ["default", "all", "heavy"] as const)
      expect(suitesLeftOut({ tier, selected: true })).toEqual([]);
  });
});
