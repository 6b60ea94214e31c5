import { ConfigurationError } from "@veil/config";
import type { Finding, Language } from "@veil/pii";
import { type LabeledWord, spansOf } from "../domain/label-spans.ts";
import { tokenWindows } from "../domain/token-windows.ts";
import { wellFormed } from "../domain/well-formed.ts";
import type { TextToRead } from "../ports.ts";
import { loadOnnxRuntime, type OnnxRuntime, type OnnxSession } from "./load-onnx-runtime.ts";
import { type NerModelFolder, readNerModelFolder } from "./ner-model-folder.ts";
import { createWordTokenizer, type WordTokens } from "./word-tokens.ts";

export interface OnnxOptions {
  readonly folder: string;
  readonly languages: readonly Language[];
  readonly minScore: number;
  readonly threads: number;
}

export interface OnnxModel {
  /** Findings for each text. `check` is called at intervals, and throws when the job is abandoned. */
  recognize(texts: readonly TextToRead[], check: () => void): Promise<readonly Finding[][]>;
}

const KNOWN_INPUTS: ReadonlySet<string> = new Set([
  "input_ids",
  "attention_mask",
  "token_type_ids",
]);
/** Special tokens at both ends of each window. */
const MARKS = 2;

/**
 * Loads the model of a folder into this thread.
 * @throws ConfigurationError when the folder or the runtime is not usable
 */
export async function openOnnxModel(options: OnnxOptions): Promise<OnnxModel> {
  const { languages, minScore } = options;
  const folder = readNerModelFolder(options.folder);
  const most = folder.maxTokens - MARKS;
  const words = createWordTokenizer(folder.tokenizer, most);
  const runtime = await loadOnnxRuntime();
  const session = await openSession(runtime, folder, options.threads);

  async function label(window: readonly WordTokens[]): Promise<readonly LabeledWord[]> {
    const ids = [words.begin, ...window.flatMap(({ ids }) => ids), words.end];
    const logits = await run(runtime, session, ids, folder.labels.length);
    let at = 1;
    return window.map(({ start, end, ids: own }) => {
      // Models are trained to label the first piece of a word.
      const best = bestOf(logits, at * folder.labels.length, folder.labels.length);
      at += own.length;
      return { start, end, label: folder.labels[best.index] ?? "O", score: best.score };
    });
  }

  async function read({ text, language }: TextToRead, check: () => void): Promise<Finding[]> {
    if (!languages.includes(language)) throw new Error(`The model has no language ${language}`);
    const tokens = words.tokenize(wellFormed(text));
    const labeled: LabeledWord[] = [];
    const lengths = tokens.map(({ ids }) => ids.length);
    for (const { from, to, countsFrom, countsTo } of tokenWindows(lengths, most)) {
      check();
      const answers = await label(tokens.slice(from, to));
      labeled.push(...answers.slice(countsFrom - from, countsTo - from));
    }
    return spansOf(labeled)
      .filter(({ confidence }) => confidence >= minScore)
      .map((span) => ({ ...span, recognizer: "onnx" }));
  }

  return {
    async recognize(texts, check) {
      const found: Finding[][] = [];
      for (const text of texts) found.push(await read(text, check));
      return found;
    },
  };
}

async function openSession(
  { InferenceSession }: OnnxRuntime,
  { model }: NerModelFolder,
  threads: number,
): Promise<OnnxSession> {
  const session = await InferenceSession.create(model, { intraOpNumThreads: threads }).catch(() => {
    throw new ConfigurationError("Bad configuration: NER_MODEL_DIR: model.onnx cannot be loaded");
  });
  const fits =
    session.inputNames.every((name) => KNOWN_INPUTS.has(name)) &&
    session.inputNames.includes("input_ids") &&
    session.outputNames.includes("logits");
  if (fits) return session;
  await session.release();
  throw new ConfigurationError(
    "Bad configuration: NER_MODEL_DIR: model.onnx is not a BERT model for token classification",
  );
}

/** The logits of one sequence. @throws Error when their number does not fit the labels, or one is not finite */
async function run(
  { Tensor }: OnnxRuntime,
  session: OnnxSession,
  ids: readonly number[],
  labels: number,
): Promise<Float32Array> {
  const shape = [1, ids.length];
  const filled = (value: (id: number) => number) =>
    new Tensor(
      "int64",
      BigInt64Array.from(ids, (id) => BigInt(value(id))),
      shape,
    );
  const inputs = {
    input_ids: filled((id) => id),
    attention_mask: filled(() => 1),
    token_type_ids: filled(() => 0),
  };
  const known = Object.entries(inputs).filter(([name]) => session.inputNames.includes(name));
  const { logits } = await session.run(Object.fromEntries(known), ["logits"]);
  const data = logits?.data;
  const fits = data instanceof Float32Array && data.length === ids.length * labels;
  if (!fits || !data.every(Number.isFinite))
    throw new Error("The model's output does not match its labels");
  return data;
}

function bestOf(logits: Float32Array, from: number, count: number) {
  const own = logits.subarray(from, from + count);
  const most = Math.max(...own);
  const total = own.reduce((sum, logit) => sum + Math.exp(logit - most), 0);
  return { index: own.indexOf(most), score: 1 / total };
}
