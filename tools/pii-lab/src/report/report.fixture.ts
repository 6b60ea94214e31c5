import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createWordEngine } from "../eval/word-engine.fixture.ts";
import { parseReportArguments } from "./arguments.ts";
import type { ReportDeps } from "./run-report.ts";

/** Returns a line of a corpus. Annotates each value that is written as `[TYPE:value]`. */
export function corpusLine(id: string, language: string, marked: string): string {
  let text = "";
  const spans: object[] = [];
  for (const part of marked.split(/(\[[A-Z_]+:[^\]]*\])/)) {
    const [, type, value] = /^\[([A-Z_]+):(.*)\]$/s.exec(part) ?? [];
    if (value !== undefined)
      spans.push({ start: text.length, end: text.length + value.length, type, value });
    text += value ?? part;
  }
  return `${JSON.stringify({ id, language, text, spans })}\n`;
}

/** Creates folders of corpora, and everything else that a report needs. */
export async function createReportFolders(files: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(path.join(tmpdir(), "report-"));
  const out = path.join(folder, "out");
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  const deps: ReportDeps = {
    engine: createWordEngine(),
    isKnownName: () => false,
    release: { version: "1.2.3", commit: "c0ffee", hasUncommittedChanges: false, models: [] },
    command: "npm run pii:report",
    now: () => new Date("2026-01-02T03:04:05Z"),
    nowMs: () => 0,
    signal: new AbortController().signal,
    print: () => {},
    note: () => {},
    corporaFolder: path.join(folder, "corpora"),
    dataFolder: path.join(folder, "data"),
    document: path.join(folder, "detection.md"),
    accuracy: path.join(folder, "accuracy.json"),
    peer: "there is no Python",
  };
  return {
    ...{ folder, out, deps },
    args: (...options: readonly string[]) => {
      const parsed = parseReportArguments(["--out", out, ...options]);
      if (parsed === "help") throw new Error("no report");
      return parsed;
    },
    remove: () => rm(folder, { recursive: true }),
  };
}
