import { expect, test } from "@jest/globals";
import {
  alertRules,
  knownSeries,
  problemsOf,
  recordingRules,
} from "../../support/deployment/alert-rules.ts";
import { renderedManifests } from "../../support/deployment/manifests.ts";

const manifests = renderedManifests("prod");
const rules = alertRules(manifests);
const recorded = recordingRules(manifests);
const series = knownSeries(manifests);

test("There is an alert for each state in which a promise to customers may not be kept, or calls fail", () => {
  expect(rules.map(({ where }) => where).toSorted()).toEqual([
    "VeilArchiveLate",
    "VeilBackupOld",
    "VeilBrokerBlocked",
    "VeilCallsFailing",
    "VeilCallsFailingFast",
    "VeilCertificateLost",
    "VeilCertificatePending",
    "VeilCertificateRefused",
    "VeilCertificateWithoutEvidence",
    "VeilCheckpointNotMade",
    "VeilDatabaseDown",
    "VeilDeadLetters",
    "VeilEventsRefused",
    "VeilEvidenceRefused",
    "VeilIsolationOpen",
    "VeilIsolationUnverified",
    "VeilMaskingCanaryMissed",
    "VeilMaskingCanaryOld",
    "VeilOutboxOld",
    "VeilQueueLong",
    "VeilReplicasMissing",
    "VeilReplicationLag",
    "VeilSanitisingSlow",
    "VeilTargetDown",
    "VeilTimeStampsMissing",
    "VeilTlsCertificateExpires",
    "VeilVolumeFull",
    "VeilWitnessAway",
    "VeilWitnessRefuses",
  ]);
  for (const { severity, summary } of rules) {
    expect(["critical", "warning"]).toContain(severity);
    expect(summary).toEqual(expect.any(String));
  }
});

test.each(rules)(
  "$where parses, and names metrics and labels that a service or a server has",
  (rule) => {
    expect(problemsOf(rule, series)).toEqual([]);
  },
);

test("Each recorded expression parses, and names metrics and labels that a service has", () => {
  expect(recorded.length).toBeGreaterThan(15);
  expect(recorded.flatMap((rule) => problemsOf(rule, series))).toEqual([]);
});

test.each([
  ["a misspelled metric", 'veil_certificate_total{outcome="refused"} > 0', "no service registers"],
  ["a misspelled label", 'veil_certificates_total{outcom="refused"} > 0', "no label outcom"],
  ["an unclosed bracket", "sum(increase(veil_certificates_total[15m]) > 0", "not PromQL"],
  ["an unknown function", "incraese(veil_certificates_total[15m]) > 0", "not PromQL"],
  ["a series that no rule records", "veil:call_errors:ratio_rate7m > 0", "no service registers"],
  ["no metric", "time() > 0", "names no metric"],
])("An alert rule with %s is reported", (_what, expr, problem) => {
  expect(problemsOf({ where: "X", expr }, series)).toContainEqual(expect.stringContaining(problem));
});
