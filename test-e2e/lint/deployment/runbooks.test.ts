import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@jest/globals";
import { alertRules } from "../../support/deployment/alert-rules.ts";
import { REPOSITORY, renderedManifests } from "../../support/deployment/manifests.ts";
import { readDocument } from "../../support/deployment/markdown.ts";

const FOLDER = "docs/runbooks";
/** Runbooks for what an operator does without an alert. */
const WITHOUT_ALERT = ["debug-without-content.md", "stolen-data-key.md", "stolen-service-key.md"];

const rules = alertRules(renderedManifests("prod"));
const files = readdirSync(path.join(REPOSITORY, FOLDER)).filter((file) => file !== "README.md");

/** Returns the file of an alert: `VeilOutboxOld` has `veil-outbox-old.md`. */
const fileOf = (alert: string) => `${alert.replace(/(?<=[a-z])(?=[A-Z])/g, "-").toLowerCase()}.md`;

test("Each alert has a runbook, and each runbook has an alert or is for work without one", () => {
  const expected = [...rules.map(({ where }) => fileOf(where)), ...WITHOUT_ALERT];
  expect(files.toSorted()).toEqual(expected.toSorted());
});

test.each(rules)("The annotation runbook_url of $where is the path of its runbook", (rule) => {
  expect(rule.runbookUrl).toBe(`${FOLDER}/${fileOf(rule.where)}`);
});

test("The index links each runbook once", () => {
  const links = [...readDocument(`${FOLDER}/README.md`).matchAll(/\]\(([\w-]+\.md)\)/g)];
  expect(links.map(([, file]) => file).toSorted()).toEqual(files.toSorted());
});

test.each(rules)(
  "The runbook of $where says what it means, where to look, and when to escalate",
  (rule) => {
    const text = readDocument(`${FOLDER}/${fileOf(rule.where)}`);
    const headings = [...text.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
    expect(text).toMatch(new RegExp(`^# ${rule.where}$`, "m"));
    expect(headings).toEqual(["First look", "Likely causes", "What to do", "When to escalate"]);
  },
);

/** Each is a namespace and a workload, Service, database or CronJob. */
const NAMED = /-n (veil-\w+) (?:[^\s|`]+ )*?(deploy|svc|cluster|cronjob)\/([\w-]+)/g;
const KINDS: Readonly<Record<string, readonly string[]>> = {
  deploy: ["Deployment"],
  svc: ["Service"],
  cluster: ["Cluster"],
  cronjob: ["CronJob"],
};

test.each(files)("The objects that the commands of %s name exist in the manifests", (file) => {
  const manifests = renderedManifests("prod");
  for (const [command, namespace, kind = "", name] of readDocument(`${FOLDER}/${file}`).matchAll(
    NAMED,
  )) {
    const found = manifests.some(
      ({ kind: other, metadata }) =>
        KINDS[kind]?.includes(other) && metadata.name === name && metadata.namespace === namespace,
    );
    expect({ command, found }).toEqual({ command, found: true });
  }
});
