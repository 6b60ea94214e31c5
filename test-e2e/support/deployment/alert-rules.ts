import { readFileSync } from "node:fs";
import path from "node:path";
import { parser } from "@prometheus-io/lezer-promql";
import { at, listAt, type Manifest, REPOSITORY } from "./manifests.ts";
import { sourceFiles } from "./source-files.ts";

export interface AlertRule {
  readonly alert: string;
  readonly expr: string;
  readonly severity: unknown;
  readonly summary: unknown;
}

export function alertRules(manifests: readonly Manifest[]): AlertRule[] {
  return manifests
    .filter(({ kind }) => kind === "PrometheusRule")
    .flatMap((manifest) => listAt(manifest, "spec", "groups"))
    .flatMap((group) => listAt(group, "rules"))
    .map((rule) => ({
      ...{ alert: String(at(rule, "alert")), expr: String(at(rule, "expr")) },
      ...{ severity: at(rule, "labels", "severity"), summary: at(rule, "annotations", "summary") },
    }));
}

/** Returns the labels of each metric that a service registers. */
export function registeredMetrics(): ReadonlyMap<string, ReadonlySet<string>> {
  const metrics = new Map<string, ReadonlySet<string>>();
  for (const file of sourceFiles(SERVICE_SOURCE, ["packages", "services", "tools"])) {
    const text = readFileSync(path.join(REPOSITORY, file), "utf8");
    for (const [, name = "", labels = ""] of text.matchAll(REGISTRATION))
      metrics.set(name, new Set([...labels.matchAll(/"(\w+)"/g)].map(([, label = ""]) => label)));
  }
  return metrics;
}

const SERVICE_SOURCE = /^\w+\/[^/]+\/src\/.*(?<!\.test|\.contract)\.ts$/;
const REGISTRATION = /metrics\s*\.\s*(?:counter|gauge)\(\s*"(\w+)"[\s\S]*?\[([^\]]*)\],?\s*\)/g;

/**
 * Lists the errors of a rule's expression: it does not parse, or uses a name that no service
 * registers.
 */
export function problemsOf(
  { alert, expr }: Pick<AlertRule, "alert" | "expr">,
  metrics: ReadonlyMap<string, ReadonlySet<string>>,
): string[] {
  const problems: string[] = [];
  const named = { metrics: new Set<string>(), labels: new Set<string>() };
  parser.parse(expr).iterate({
    enter({ name, type, from, to }) {
      const text = expr.slice(from, to);
      if (type.isError) problems.push(`${alert}: not PromQL at ${from}`);
      if (name === "Identifier") named.metrics.add(text);
      if (name === "LabelName") named.labels.add(text);
    },
  });
  const labels = new Set([...named.metrics].flatMap((name) => [...(metrics.get(name) ?? [])]));
  for (const name of named.metrics)
    if (!metrics.has(name)) problems.push(`${alert}: no service registers ${name}`);
  for (const label of named.labels)
    if (!labels.has(label)) problems.push(`${alert}: its metrics have no label ${label}`);
  if (named.metrics.size === 0) problems.push(`${alert}: names no metric`);
  return problems;
}
