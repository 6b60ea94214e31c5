import type { BadCase } from "./case-type.ts";

export const BAD_PROBES: readonly BadCase[] = [
  [
    "stale probe",
    "stale_probe",
    {
      signable: ({ isolation }) =>
        void Object.assign(isolation, { probed_at: "2026-01-02T11:54:59Z" }),
    },
  ],
  [
    "stale report in a fresh finding",
    "stale_probe",
    { findings: (own) => void Object.assign(own, { probed_at: "2026-01-01T00:00:00Z" }) },
  ],
  [
    "blocked and never probed",
    "stale_probe",
    { signable: ({ isolation }) => void Object.assign(isolation, { probed_at: null }) },
  ],
  [
    "a report is missing",
    "unproven_isolation",
    { signable: ({ isolation }) => void isolation.reports.pop() },
  ],
  [
    "one report twice",
    "unproven_isolation",
    { signable: ({ isolation: { reports } }) => void reports.splice(1, 1, ...reports.slice(0, 1)) },
  ],
  [
    "changed report",
    "unproven_isolation",
    {
      signable: ({ isolation: { reports } }) => {
        for (const report of reports) report.body = report.body.replace("10.0.0.1", "10.0.0.9");
      },
    },
  ],
  [
    "report of another probe",
    "unproven_isolation",
    {
      signable: ({ isolation: { reports } }) => {
        for (const report of reports) report.sender = "bridge-probe";
      },
    },
  ],
  [
    "report under no listed key",
    "unproven_isolation",
    {
      signable: ({ isolation: { reports } }) => {
        for (const report of reports) report.signing_key_id = "nobody";
      },
    },
  ],
  [
    "a report of an open network",
    "unproven_isolation",
    {
      findings: ({ targets: [first] }) => void Object.assign(first ?? {}, { outcome: "connected" }),
    },
  ],
  [
    "a report without a positive control",
    "unproven_isolation",
    { findings: ({ targets }) => void targets.pop() },
  ],
  [
    "a report with a key twice",
    "unproven_isolation",
    { body: (json) => json.replace('"rounds":1', '"rounds":1,"rounds":1') },
  ],
  [
    "a report with a fraction",
    "unproven_isolation",
    { body: (json) => json.replace('"rounds":1', '"rounds":1.0') },
  ],
  [
    "a report in another Unicode form",
    "unproven_isolation",
    {
      findings: ({ targets }) => {
        for (const target of targets.slice(1)) target.name = "\u00e9gress";
      },
      signable: ({ isolation: { reports } }) => {
        for (const report of reports) report.body = report.body.normalize("NFD");
      },
    },
  ],
  [
    "a report about others",
    "unproven_isolation",
    { findings: ({ targets: [first] }) => void Object.assign(first ?? {}, { name: "redis" }) },
  ],
];
