import { execFileSync, spawnSync } from "node:child_process";
import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { describeWhere } from "@veil/testing";
import { parse } from "yaml";
import { alertRules, ruleGroups } from "../../support/deployment/alert-rules.ts";
import {
  at,
  type Fields,
  listAt,
  REPOSITORY,
  renderedManifests,
} from "../../support/deployment/manifests.ts";

const CASES = path.join(REPOSITORY, "k8s/components/monitoring/tests");
const files = readdirSync(CASES);
const manifests = renderedManifests("prod");
/** Debian's package `prometheus` has it. */
const PROMTOOL = "promtool";
const isInstalled = spawnSync(PROMTOOL, ["--version"]).status === 0;

/** Returns the groups without annotations, so that the cases need not repeat them. */
function withoutAnnotations(groups: readonly unknown[]): unknown {
  return JSON.parse(JSON.stringify(groups), (key, value) =>
    key === "annotations" ? undefined : value,
  );
}

test("Each alert has a case in which it fires, and one in which it does not", () => {
  const checks = files
    .map((file) => parse(readFileSync(path.join(CASES, file), "utf8")) as Fields)
    .flatMap((file) => listAt(file, "tests"))
    .flatMap((each) => listAt(each, "alert_rule_test"));
  for (const { where } of alertRules(manifests)) {
    const own = checks.filter((check) => at(check, "alertname") === where);
    const outcomes = own.map((check) => listAt(check, "exp_alerts").length > 0);
    expect({ where, outcomes: [...new Set(outcomes)].toSorted() }).toEqual({
      where,
      outcomes: [false, true],
    });
  }
});

describeWhere(isInstalled, "The alert rules, by promtool", "promtool", () => {
  let folder = "";
  const run = (...args: readonly string[]) =>
    execFileSync(PROMTOOL, args, { cwd: folder, encoding: "utf8", stdio: "pipe" });

  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), "alert-rules-"));
    const groups = ruleGroups(manifests);
    const write = (name: string, value: unknown) =>
      writeFileSync(path.join(folder, name), JSON.stringify({ groups: value }));
    write("as-shipped.json", groups);
    write("rules.json", withoutAnnotations(groups));
    for (const file of files) copyFileSync(path.join(CASES, file), path.join(folder, file));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test("Prometheus accepts the rules", () => {
    expect(run("check", "rules", "--lint=all", "--lint-fatal", "as-shipped.json")).toMatch(
      /SUCCESS: \d+ rules found/,
    );
  });

  test.each(files)("Each alert of %s fires when its case says so, and only then", (file) => {
    expect(run("test", "rules", file)).toContain("SUCCESS");
  });
});
