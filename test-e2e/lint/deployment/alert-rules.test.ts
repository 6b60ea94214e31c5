import { expect, test } from "@jest/globals";
import { alertRules, problemsOf, registeredMetrics } from "../../support/deployment/alert-rules.ts";
import { renderedManifests } from "../../support/deployment/manifests.ts";

const rules = alertRules(renderedManifests("prod"));
const metrics = registeredMetrics();

test("There is an alert for each state in which a certificate or the log behind it may be wrong or incomplete", () => {
  expect(rules.map(({ alert }) => alert).toSorted()).toEqual([
    "VeilCertificateLost",
    "VeilCertificatePending",
    "VeilCertificateRefused",
    "VeilCertificateWithoutEvidence",
    "VeilCheckpointNotMade",
    "VeilEvidenceRefused",
    "VeilTimeStampsMissing",
    "VeilWitnessAway",
    "VeilWitnessRefuses",
  ]);
  for (const { severity, summary } of rules) {
    expect(["critical", "warning"]).toContain(severity);
    expect(summary).toEqual(expect.any(String));
  }
});

test.each(rules)("$alert parses, and names metrics and labels that a service registers", (rule) => {
  expect(problemsOf(rule, metrics)).toEqual([]);
});

test.each([
  ["a misspelled metric", 'veil_certificate_total{outcome="refused"} > 0', "no service registers"],
  ["a misspelled label", 'veil_certificates_total{outcom="refused"} > 0', "no label outcom"],
  ["an unclosed bracket", "sum(increase(veil_certificates_total[15m]) > 0", "not PromQL"],
  ["an unknown function", "incraese(veil_certificates_total[15m]) > 0", "not PromQL"],
  ["no metric", "time() > 0", "names no metric"],
])("An alert rule with %s is reported", (_what, expr, problem) => {
  expect(problemsOf({ alert: "X", expr }, metrics)).toContainEqual(
    expect.stringContaining(problem),
  );
});
