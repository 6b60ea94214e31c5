import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import type { Example } from "./example.ts";

/** Reads JSON Lines, gzipped when the name ends in .gz. @throws Error with the number of a malformed line */
export function readCorpus(file: string): readonly Example[] {
  const bytes = readFileSync(file);
  const text = (file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
  const examples: Example[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() !== "") examples.push(parseLine(line, `${file}:${index + 1}`));
  }
  return examples;
}

function parseLine(line: string, place: string): Example {
  const value: unknown = JSON.parse(line);
  if (!isExample(value)) throw new TypeError(`${place} is not an annotated text`);
  return { text: value.text, spans: value.spans };
}

function isExample(value: unknown): value is Example {
  if (typeof value !== "object" || value === null) return false;
  const { text, spans } = value as { text?: unknown; spans?: unknown };
  return typeof text === "string" && Array.isArray(spans);
}
