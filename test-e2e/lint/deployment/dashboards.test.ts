/** @slow runs the script that writes the dashboards */
import { execFileSync } from "node:child_process";
import path from "node:path";
import { expect, test } from "@jest/globals";
import { knownSeries, problemsOf, type Query } from "../../support/deployment/alert-rules.ts";
import { at, listAt, REPOSITORY, renderedManifests } from "../../support/deployment/manifests.ts";

const manifests = renderedManifests("prod");
const configMaps = manifests.filter(
  ({ metadata }) => metadata.labels?.["grafana_dashboard"] === "1",
);
const dashboards = configMaps.flatMap((configMap) =>
  Object.entries(at(configMap, "data") as Record<string, string>).map(([file, text]) => ({
    file,
    dashboard: JSON.parse(text) as unknown,
  })),
);
const series = knownSeries(manifests);

function queriesOf(dashboard: unknown): Query[] {
  return listAt(dashboard, "panels").flatMap((panel) =>
    listAt(panel, "targets").map((target) => ({
      where: String(at(panel, "title")),
      expr: String(at(target, "expr")),
    })),
  );
}

test("One ConfigMap brings the five dashboards to Grafana", () => {
  expect(configMaps.map(({ kind }) => kind)).toEqual(["ConfigMap"]);
  expect(dashboards.map(({ file }) => file)).toEqual([
    ...["databases.json", "detection.json", "gateway.json", "pipeline.json", "trust.json"],
  ]);
});

test("The files of the dashboards are what the script writes", () => {
  const script = path.join(REPOSITORY, "scripts/dashboards.mjs");
  const output = execFileSync(process.execPath, [script, "--check"], { encoding: "utf8" });
  expect(output).toBe("");
});

test.each(dashboards)(
  "Each query of $file parses, and names metrics and labels that a service or a server has",
  ({ dashboard }) => {
    const queries = queriesOf(dashboard);
    expect(queries.length).toBeGreaterThan(5);
    expect(queries.flatMap((query) => problemsOf(query, series))).toEqual([]);
  },
);

test.each(dashboards)(
  "The panels of $file have ids, titles and places that differ",
  ({ dashboard }) => {
    const panels = listAt(dashboard, "panels");
    for (const field of ["id", "title", "gridPos"]) {
      const values = panels.map((panel) => JSON.stringify(at(panel, field)));
      expect(new Set(values).size).toBe(panels.length);
    }
  },
);

test.each(dashboards)(
  "Each legend of $file names labels that its query groups by",
  ({ dashboard }) => {
    for (const panel of listAt(dashboard, "panels"))
      for (const target of listAt(panel, "targets")) {
        const legend = String(at(target, "legendFormat"));
        for (const [, label = ""] of legend.matchAll(/\{\{(\w+)\}\}/g))
          expect(String(at(target, "expr"))).toMatch(
            new RegExp(`by \\([^)]*\\b${label}\\b|^veil:`),
          );
      }
  },
);
