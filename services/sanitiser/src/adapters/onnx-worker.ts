import { ConfigurationError } from "@veil/config";
import type { Finding } from "@veil/pii";
import type { TextToRead } from "../ports.ts";
import { type OnnxModel, type OnnxOptions, openOnnxModel } from "./onnx-model.ts";

export interface OnnxJob {
  readonly options: OnnxOptions;
  readonly texts: readonly TextToRead[];
  /** One 32-bit number, shared with the process: not 0 when the job is abandoned. */
  readonly abandoned: Int32Array;
}

/** An error of the settings. Names files, and contains no text. */
export interface UnfitModel {
  readonly problem: string;
}

let model: Promise<OnnxModel> | undefined;

/** Runs in the thread of `createOnnxRecognizer`. The first job loads the model. */
export async function run(job: OnnxJob): Promise<readonly Finding[][] | UnfitModel> {
  const { options, texts, abandoned } = job;
  model ??= openOnnxModel(options);
  const check = () => {
    if (Atomics.load(abandoned, 0) !== 0) throw new Error("The job was abandoned");
  };
  try {
    return await (await model).recognize(texts, check);
  } catch (error) {
    if (error instanceof ConfigurationError) return { problem: error.message };
    throw error;
  }
}
