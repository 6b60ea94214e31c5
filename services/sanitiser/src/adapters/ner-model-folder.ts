import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { ConfigurationError } from "@veil/config";
import { checkedJson } from "@veil/contracts/parsing";
import { Type } from "typebox";

/** What the files of a token classification model say about it. */
export interface NerModelFolder {
  readonly model: string;
  readonly tokenizer: object;
  readonly labels: readonly string[];
  readonly maxTokens: number;
}

const MAX_TOKENS = 512;

const parseConfig = checkedJson(
  Type.Object({
    id2label: Type.Record(Type.String(), Type.String()),
    max_position_embeddings: Type.Optional(Type.Integer({ minimum: 8 })),
  }),
);
const parseTokenizer = checkedJson(
  Type.Object({ model: Type.Object({ type: Type.Literal("WordPiece") }) }),
);

/**
 * Reads a folder as `optimum-cli export onnx --task token-classification` writes it.
 * @throws ConfigurationError naming the missing or invalid file
 */
export function readNerModelFolder(folder: string): NerModelFolder {
  const model = path.join(folder, "model.onnx");
  if (!statSync(model, { throwIfNoEntry: false })?.isFile()) throw problem("model.onnx is missing");
  const config = readJson(folder, "config.json", parseConfig);
  const tokenizer = readJson(folder, "tokenizer.json", parseTokenizer);
  const count = Object.keys(config.id2label).length;
  const labels = Array.from({ length: count }, (_, id) => config.id2label[String(id)] ?? "");
  if (count === 0 || labels.includes("")) throw problem("config.json has labels without a name");
  const { max_position_embeddings: positions = MAX_TOKENS } = config;
  return { model, tokenizer, labels, maxTokens: Math.min(MAX_TOKENS, positions) };
}

function readJson<T>(folder: string, name: string, parse: (json: string) => T): T {
  const text = readText(path.join(folder, name));
  if (text === undefined) throw problem(`${name} is missing`);
  try {
    return parse(text);
  } catch {
    throw problem(`${name} is not from a BERT model for token classification with WordPiece`);
  }
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

function problem(what: string): ConfigurationError {
  return new ConfigurationError(`Bad configuration: NER_MODEL_DIR: ${what}`);
}
