import path from "node:path";
import { ROOT } from "./root.mjs";

const LISTED = 10;

const KINDS = [
  ["isolation", /^test-e2e\/isolation\/.*\.e2e\.test\.ts$/],
  ["end-to-end", /\.e2e\.test\.ts$/],
  ["lint", /^test-e2e\//],
  ["component", /^services\/[^/]+\/test\//],
  ["unit", /^/],
];

export function timeLines(suites) {
  const times = suites.map(({ name, startTime, endTime, assertionResults }) => {
    const file = path.relative(ROOT, name);
    const [kind] = KINDS.find(([, pattern]) => pattern.test(file));
    return { kind, file, seconds: (endTime - startTime) / 1_000, tests: assertionResults.length };
  });
  const sums = KINDS.map(([kind]) => sumOf(kind, times)).filter(({ suites }) => suites > 0);
  const slowest = times.toSorted((a, b) => b.seconds - a.seconds).slice(0, LISTED);
  return [
    "Where the time went, in seconds (suites run at the same time):",
    ...sums.map(
      ({ kind, seconds, suites, tests }) =>
        `${column(seconds)}  ${kind}: ${suites} suites, ${tests} tests`,
    ),
    "Slowest suites:",
    ...slowest.map(({ file, seconds }) => `${column(seconds)}  ${file}`),
  ];
}

function sumOf(kind, times) {
  const own = times.filter((time) => time.kind === kind);
  const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
  return {
    kind,
    suites: own.length,
    tests: sum(own.map(({ tests }) => tests)),
    seconds: sum(own.map(({ seconds }) => seconds)),
  };
}

function column(seconds) {
  return seconds.toFixed(1).padStart(8);
}
