import { ConfigurationError } from "@veil/config";
import type { Finding } from "@veil/pii";
import type { TextToRead } from "../ports.ts";
import { type OnnxModel, type OnnxOptions, openOnnxModel } from "./onnx-model.ts";

export interface OnnxJob {
  readonly options: OnnxOptions;
  readonly texts: readonly TextToRead[];
  /** One 32-bit number, shared with the process: not 0 when nobody waits any more. */
  readonly abandoned: Int32Array;
}

/** What is wrong with the settings. It names files and no text. */
export interface UnfitModel {
  readonly problem: string;
}

let model: Promise<OnnxModel> | undefined;

/** Runs in the thread of `createOnnxRecognizer`. The first job loads the model. */
export async function run(job: OnnxJob): Promise<readonly Finding[][] | UnfitModel> {
  const { options, texts, abandoned } = job;
  model ??= openOnnxModel(options);
  const check = () => {
    if (Atomics.load(abandoned, 0) !== 0) throw new Error("Nobody waits for it any more");
  };
  try {
    return await (await model).recognise(texts, check);
  } catch (error) {
    if (error instanceof ConfigurationError) return { problem: error.message };
    throw error;
  }
}
