import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { parseEvalArguments } from "../eval/arguments.ts";
import { runEval } from "../eval/run-eval.ts";
import type { PeerAnalyzer } from "../peer/presidio-analyzer.ts";
import { corpusLine, createReportFolders } from "./report.fixture.ts";
import { runReport } from "./run-report.ts";

const COMMITTED = [
  corpusLine("c-1", "en", "Hello [PERSON:Anna] of [ORGANIZATION:Acme], and [PERSON:Quinn] too"),
  corpusLine("c-2", "en", "write to [EMAIL:a@b.co], Acme"),
  corpusLine("c-3", "de", "Frau [PERSON:Ilse] und Anna"),
].join("");
/** A development set whose words occur nowhere else in a report. */
const DEVELOPMENT = [
  corpusLine("zebra-1", "en", "kumquat [PERSON:Anna Xylophon] [PERSON:Wombat] Acme yonder"),
  corpusLine("zebra-2", "de", "gestern [LOCATION:Quokkaberg], Anna"),
].join("");
const SECRET_WORDS = /zebra|kumquat|Xylophon|Wombat|yonder|gestern|Quokkaberg/i;

let folders: Awaited<ReturnType<typeof createReportFolders>>;
beforeEach(async () => {
  folders = await createReportFolders({
    "corpora/own.jsonl": COMMITTED,
    "corpora/unannotated.jsonl": corpusLine("u-1", "en", "Anna"),
    "data/dev/third.dev.jsonl": DEVELOPMENT,
  });
});
afterEach(() => folders.remove());

async function report(...options: readonly string[]): Promise<string> {
  await runReport(folders.args(...options), folders.deps);
  expect(await readdir(folders.out)).toEqual(["accuracy-1.2.3.md"]);
  return readFile(path.join(folders.out, "accuracy-1.2.3.md"), "utf8");
}

describe("The report", () => {
  test.each([
    ["own", "corpora/own.jsonl", "mixed | 3"],
    ["third.dev", "data/dev/third.dev.jsonl", "mixed | 2"],
  ])(
    "the report has the same figures for the set %s as pii:eval, under both policies",
    async (name, file, texts) => {
      const markdown = await report();
      for (const policy of ["default", "all"]) {
        const { redaction, redaction_default, types } = await evaluated(file, policy);
        const scores = policy === "all" ? redaction : redaction_default;
        const figures = [scores.recall, scores.precision, scores.f2, types.PERSON.flagged_recall];
        const cells = figures.map((figure) => figure.toFixed(3));
        expect(markdown).toContain(`| \`${name}\` | ${texts} | ${policy} | ${cells.join(" | ")} |`);
      }
    },
  );

  test("the report has recall and precision by language and by type", async () => {
    const markdown = await report("--committed");
    expect(markdown).toMatch(/\| German, committed sets \| 1 \| default \| 0.000 \| 0.000 \|/);
    expect(markdown).toMatch(/\| `PERSON` \| 2 \| 0.500 \| 0.500 \| 0.500 \| 1.000 \|/);
    expect(markdown).toMatch(/\| `ORGANIZATION` \| 1 \| - \| - \| - \| - \| 1.000 \|/);
  });

  test("the report names the measured release, its commit, the time and the command", async () => {
    const markdown = await report();
    for (const row of [
      "release | 1.2.3",
      "commit | `c0ffee`",
      "measured on | 2026-01-02 03:04 UTC",
    ])
      expect(markdown).toContain(`| ${row} |`);
    expect(markdown).toContain("| command | `npm run pii:report` |");
    expect(markdown).toContain("| texts of each set | all |");
  });

  test("the report quotes committed texts, but no words of the development sets", async () => {
    const markdown = await report();
    expect(markdown).toContain("Acme, and ⟦Quinn⟧ too");
    expect(markdown).not.toMatch(SECRET_WORDS);
    expect(markdown).toContain("| `third.dev` | LOCATION 1, PERSON 1 | PERSON 1 | PERSON 1 |");
  });

  test("the report omits sets without annotations", async () => {
    expect(await report()).not.toContain("unannotated");
  });

  test("with --limit 1, the report measures one text of each set and states the limit", async () => {
    const markdown = await report("--limit", "1");
    expect(markdown).toContain("| 1 of 3 |");
    expect(markdown).toContain("| texts of each set | up to 1, drawn with seed 1 |");
    expect(await report("--limit", "1")).toBe(markdown);
  });
});

describe("The report without development sets", () => {
  test("without development sets, the report states that they were not measured, and why", async () => {
    const markdown = await report("--committed");
    expect(markdown).toContain(
      "| development sets | **not measured**: left out by `--committed` |",
    );
    folders.deps = { ...folders.deps, dataFolder: path.join(folders.folder, "none") };
    const reason = "`VEIL_DATA` names no folder that contains `dev`";
    expect(await report()).toContain(`**not measured**: ${reason}`);
  });

  test("without development sets, --document fails and nothing is written", async () => {
    folders.deps = { ...folders.deps, dataFolder: path.join(folders.folder, "none") };
    await expect(report("--document")).rejects.toThrow("VEIL_DATA");
    expect(await readdir(folders.folder)).toEqual(["corpora", "data"]);
  });
});

describe("The peer", () => {
  const peer: PeerAnalyzer = {
    name: "Presidio 9",
    find: async (text) => [
      { start: 0, end: 5, type: "PERSON" },
      { start: 0, end: text.length, type: "DATE_TIME" },
    ],
  };

  test("the peer is measured on the same English texts by the same definitions", async () => {
    folders.deps = { ...folders.deps, peer };
    const markdown = await report("--require-peer", "--peer-limit", "2");
    expect(markdown).toContain("| peer | Presidio 9 |");
    expect(markdown).toContain("up to 2 English ones, drawn with seed 1");
    expect(markdown).toContain(
      "| `own` | 2 | default | Veil Gateway | 0.615 | 1.000 | 0.667 | 0.500 |",
    );
    expect(markdown).toContain(
      "| `own` | 2 | default | Presidio | 0.000 | 0.000 | 0.000 | 0.000 |",
    );
    expect(markdown).toContain("| `own` | 2 | all | Presidio | 1.000 |");
  });

  test("when the peer is missing, the report states the reason", async () => {
    const markdown = await report();
    const reason = "Presidio was **not measured** in this run: there is no Python.";
    expect(markdown).toContain(reason);
    expect(await report("--without-peer")).toContain("left out by `--without-peer`");
  });

  test("when the peer fails, the report states the reason, or fails if --require-peer is given", async () => {
    const find = () => Promise.reject(new Error("Presidio answered 500"));
    folders.deps = { ...folders.deps, peer: { name: "Presidio 9", find } };
    const markdown = await report();
    expect(markdown).toContain("in this run: Presidio answered 500.");
    await expect(report("--require-peer")).rejects.toThrow("answered 500");
  });
});

test("when the report is interrupted, nothing is written", async () => {
  folders.deps = { ...folders.deps, signal: AbortSignal.abort() };
  await expect(report()).rejects.toThrow("aborted");
  expect(await readdir(folders.folder)).toEqual(["corpora", "data"]);
});

async function evaluated(file: string, policy: string) {
  const args = parseEvalArguments([path.join(folders.folder, file), "--policy", policy, "--json"]);
  if (args.kind !== "evaluate") throw new Error("no evaluation");
  const printed: string[] = [];
  await runEval(args, { ...folders.deps, print: (line) => void printed.push(line) });
  return JSON.parse(printed[0] ?? "") as Figures;
}

interface Figures {
  readonly redaction: Scores;
  readonly redaction_default: Scores;
  readonly types: { readonly PERSON: { readonly flagged_recall: number } };
}

type Scores = Readonly<Record<"recall" | "precision" | "f2", number>>;
