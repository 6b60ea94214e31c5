import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { createEngine, sanitiseFields } from "@veil/pii";
import { readBundledModels } from "@veil/pii/models";
import { createDocument, createFinder, RECOGNIZERS } from "@veil/pii/recognizers";
import type { BenchOptions } from "../bench-options.ts";
import { rateOf } from "../rate.ts";
import { type Figure, figure } from "../report.ts";
import { ROOT } from "../repository.ts";
import { cutTexts } from "../sanitiser/texts/cut-texts.ts";
import { readTexts } from "../sanitiser/texts/read-texts.ts";
import { median } from "../statistics.ts";

type Doc = ReturnType<typeof createDocument>;
type Find = (doc: Doc) => unknown;
type Named = readonly [name: string, find: Find];

const PIECE_BYTES = 4_096;
const PROSE_PIECES = 32;
const CODE_PIECES = 140;
/** The CPU time until which a recognizer repeats the texts. */
const ENOUGH_MS = 20;
const FALSE_POSITIVES = path.join(ROOT, "tools/pii-lab/corpora/false-positives");
const PROSE = /^prose-/;

export async function benchRecognizers({ rounds, onProgress }: BenchOptions): Promise<Figure[]> {
  const { en, de } = await readTexts(onProgress);
  const kinds = {
    prose: [...docsOf(en, "en", PROSE_PIECES), ...docsOf(de, "de", PROSE_PIECES)],
    code: docsOf(await readCode(), "en", CODE_PIECES),
  };
  const wholes = wholeEngine();
  const parts = RECOGNIZERS.map((one): Named => [`recognizers.${one.name}`, createFinder([one])]);
  const figures: Figure[] = [];
  for (const [kind, docs] of Object.entries(kinds)) {
    onProgress(kind);
    const dearestFirst = costsOf(parts, docs, rounds).sort(([, a], [, b]) => b - a);
    for (const [name, cost] of [...costsOf(wholes, docs, rounds), ...dearestFirst])
      figures.push(figure(`${name}.${kind}_ms_per_mb`, cost, "ms/MB"));
  }
  return figures;
}

/** Returns the stages of the whole engine. Each stage includes the work of the previous one. */
function wholeEngine(): readonly Named[] {
  const patterns = createEngine();
  const engine = createEngine({ names: readBundledModels() });
  return [
    ["engine.recognizers", createFinder(RECOGNIZERS)],
    ["engine.find_without_names", ({ text, language }) => patterns.find(text, { language })],
    ["engine.find", ({ text, language }) => engine.find(text, { language })],
    [
      "engine.sanitise_fields",
      ({ text, language }) =>
        sanitiseFields(engine, { fields: [{ name: "text", text }], language }),
    ],
  ];
}

function docsOf(text: string, language: "en" | "de", pieces: number): readonly Doc[] {
  return cutTexts(text, PIECE_BYTES, pieces).map((piece) => createDocument(piece, language));
}

async function readCode(): Promise<string> {
  const files = (await readdir(FALSE_POSITIVES)).filter((name) => !PROSE.test(name)).sort();
  const texts = files.map((name) => readFile(path.join(FALSE_POSITIVES, name), "utf8"));
  return (await Promise.all(texts)).join("\n");
}

function costsOf(
  finders: readonly Named[],
  docs: readonly Doc[],
  rounds: number,
): [string, number][] {
  const megabytes = docs.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0) / 1e6;
  const samples = finders.map(([name, find]) => ({ name, find, costs: [] as number[] }));
  for (const { find } of samples) cpuMsOf(find, docs);
  for (let round = 0; round < rounds; round += 1)
    for (const { find, costs } of samples) costs.push(cpuMsOf(find, docs) / megabytes);
  return samples.map(({ name, costs }) => [name, median(costs)]);
}

function cpuMsOf(find: Find, docs: readonly Doc[]): number {
  const pass = () => {
    for (const doc of docs) find(doc);
  };
  return 1_000 / rateOf(pass, ENOUGH_MS).perCpuSecond;
}
