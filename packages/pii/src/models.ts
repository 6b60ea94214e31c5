import { readFileSync } from "node:fs";
import { readModel } from "./ner/model-file.ts";
import type { NameModel } from "./ner/name-model.ts";

/** A model for each language that names are recognised in. */
export interface NameModels {
  readonly en: NameModel;
  readonly de: NameModel;
}

/**
 * The models that come with this package, from its folder `models`. The one place of the package that reads
 * files; about 0.2 s and 12 MB a model.
 * @throws Error when a file is missing; ModelFileError when it is damaged or of another version.
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
      throw new Error(`No model models/${language}.ner: make it with \`npm run pii:train\``, {
        cause,
      });
    throw cause;
  }
}
