import { readFileSync } from "node:fs";
import path from "node:path";
import { parser } from "@prometheus-io/lezer-promql";
import { createMetrics } from "@veil/service-kit/telemetry";
import { EXTERNAL_METRICS, TARGET_LABELS } from "./external-metrics.ts";
import { at, listAt, type Manifest, REPOSITORY } from "./manifests.ts";
import { sourceFiles } from "./source-files.ts";

/** An expression and the place that has it. */
export interface Query {
  readonly where: string;
  readonly expr: string;
}

export interface AlertRule extends Query {
  readonly severity: unknown;
  readonly summary: unknown;
  readonly runbookUrl: unknown;
}

type Labels = ReadonlyMap<string, ReadonlySet<string>>;

/** Returns the groups of all PrometheusRules. */
export function ruleGroups(manifests: readonly Manifest[]): readonly unknown[] {
  return manifests
    .filter(({ kind }) => kind === "PrometheusRule")
    .flatMap((manifest) => listAt(manifest, "spec", "groups"));
}

const rulesOf = (manifests: readonly Manifest[]) =>
  ruleGroups(manifests).flatMap((group) => listAt(group, "rules"));

export function alertRules(manifests: readonly Manifest[]): AlertRule[] {
  return rulesOf(manifests)
    .filter((rule) => at(rule, "alert") !== undefined)
    .map((rule) => ({
      ...{ where: String(at(rule, "alert")), expr: String(at(rule, "expr")) },
      ...{ severity: at(rule, "labels", "severity"), summary: at(rule, "annotations", "summary") },
      runbookUrl: at(rule, "annotations", "runbook_url"),
    }));
}

/** A rule that records a new series, and the labels that it adds. */
interface RecordingRule extends Query {
  readonly labels: readonly string[];
}

export function recordingRules(manifests: readonly Manifest[]): RecordingRule[] {
  return rulesOf(manifests)
    .filter((rule) => at(rule, "record") !== undefined)
    .map((rule) => ({
      ...{ where: String(at(rule, "record")), expr: String(at(rule, "expr")) },
      labels: Object.keys(at(rule, "labels") ?? {}),
    }));
}

/** Returns the labels of each metric that a service registers. */
function registeredMetrics(): Labels {
  const metrics = new Map<string, ReadonlySet<string>>();
  for (const file of sourceFiles(SERVICE_SOURCE, ["packages", "services", "tools"])) {
    const text = readFileSync(path.join(REPOSITORY, file), "utf8");
    for (const [, kind, name = "", list = ""] of text.matchAll(REGISTRATION)) {
      const labels = [...list.matchAll(/"(\w+)"/g)].map(([, label = ""]) => label);
      addSeries(metrics, { name, labels, isHistogram: kind === "histogram" });
    }
  }
  for (const metric of createMetrics("any").registry.getMetricsAsArray()) {
    const labels = listAt(metric, "labelNames").map(String);
    const isHistogram = String(metric.type) === "histogram";
    addSeries(metrics, { name: metric.name, labels, isHistogram });
  }
  return metrics;
}

interface RegisteredMetric {
  readonly name: string;
  readonly labels: readonly string[];
  readonly isHistogram: boolean;
}

function addSeries(
  series: Map<string, ReadonlySet<string>>,
  { name, labels, isHistogram }: RegisteredMetric,
): void {
  series.set(name, new Set(labels));
  if (!isHistogram) return;
  series.set(`${name}_bucket`, new Set([...labels, "le"]));
  series.set(`${name}_count`, new Set(labels));
}

const SERVICE_SOURCE = /^\w+\/[^/]+\/src\/.*(?<!\.test|\.contract)\.ts$/;
const REGISTRATION = /metrics\s*\.\s*(counter|gauge|histogram)\(\s*"(\w+)"[\s\S]*?\[([^\]]*)\]/g;

/** Returns the labels of each series that Prometheus has: of services, of servers, and recorded. */
export function knownSeries(manifests: readonly Manifest[]): Labels {
  const series = new Map([...registeredMetrics(), ...EXTERNAL_METRICS]);
  for (const { where, labels } of recordingRules(manifests)) series.set(where, new Set(labels));
  return series;
}

/** Lists the errors of an expression: it does not parse, or uses a name that does not exist. */
export function problemsOf({ where, expr }: Query, series: Labels): string[] {
  const problems: string[] = [];
  const named = { metrics: new Set<string>(), labels: new Set<string>() };
  parser.parse(expr).iterate({
    enter({ name, type, from, to }) {
      const text = expr.slice(from, to);
      if (type.isError) problems.push(`${where}: not PromQL at ${from}`);
      if (name === "Identifier") named.metrics.add(text);
      if (name === "LabelName") named.labels.add(text);
    },
  });
  const own = [...named.metrics].flatMap((name) => [...(series.get(name) ?? [])]);
  const labels = new Set([...own, ...TARGET_LABELS]);
  for (const name of named.metrics)
    if (!series.has(name)) problems.push(`${where}: no service registers ${name}`);
  for (const label of named.labels)
    if (!labels.has(label)) problems.push(`${where}: its metrics have no label ${label}`);
  if (named.metrics.size === 0) problems.push(`${where}: names no metric`);
  return problems;
}
