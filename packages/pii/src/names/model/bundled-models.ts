import { closeSync, openSync, readSync } from "node:fs";
import { readModel } from "./model-file.ts";
import type { NameModel } from "./name-model.ts";
import { openSharedModel, type SharedModel, shareModel } from "./shared-model.ts";

export interface NameModels {
  readonly en: NameModel;
  readonly de: NameModel;
}

/** Models in the form that threads send to each other; all threads use the same memory. */
export interface SharedModels {
  readonly en: SharedModel;
  readonly de: SharedModel;
}

export function shareModels({ en, de }: NameModels): SharedModels {
  return { en: shareModel(en), de: shareModel(de) };
}

export function openSharedModels({ en, de }: SharedModels): NameModels {
  return { en: openSharedModel(en), de: openSharedModel(de) };
}

/**
 * Reads the models that ship in `models/`. Takes about 0.2 s and 16 MB per model.
 * @throws Error when a file is missing; ModelFileError when a file is damaged or of another version
 */
export function readBundledModels(): NameModels {
  return { en: readBundled("en"), de: readBundled("de") };
}

function readBundled(language: "en" | "de"): NameModel {
  try {
    return readModelFile(new URL(`../../../models/${language}.ner`, import.meta.url));
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT")
      throw new Error(`The model models/${language}.ner is missing: run \`npm run pii:train\``, {
        cause,
      });
    throw cause;
  }
}

/**
 * Reads a model file.
 * @throws ModelFileError when the file is damaged or of another version
 */
export function readModelFile(file: URL | string): NameModel {
  const opened = openSync(file, "r");
  try {
    return readModel((bytes) => readSync(opened, bytes));
  } finally {
    closeSync(opened);
  }
}
