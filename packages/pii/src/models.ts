import { readFileSync } from "node:fs";
import { readModel } from "./ner/model-file.ts";
import type { NameModel } from "./ner/name-model.ts";

export interface NameModels {
  readonly en: NameModel;
  readonly de: NameModel;
}

/**
 * Reads the models that ship in `models/`, the only file access of this package; about 0.2 s and 12 MB per model.
 * @throws Error when a file is missing; ModelFileError when it is damaged or of another version
 */
export function readBundledModels(): NameModels {
  return { en: readBundled("en"), de: readBundled("de") };
}

function readBundled(language: "en" | "de"): NameModel {
  const url = new URL(`../models/${language}.ner`, import.meta.url);
  try {
    return readModel(readFileSync(url));
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT")
      throw new Error(`The model models/${language}.ner is missing: run \`npm run pii:train\``, {
        cause,
      });
    throw cause;
  }
}
