import { ConfigurationError } from "@veil/config";
import type { Finding } from "@veil/pii";
import { THREAD_ARGUMENTS } from "@veil/thread-pool";
import { Piscina } from "piscina";
import { engineFailed } from "../domain/engine-failed.ts";
import type { EntityRecognizer, TextToRead } from "../ports.ts";
import { loadOnnxRuntime } from "./load-onnx-runtime.ts";
import type { OnnxOptions } from "./onnx-model.ts";
import type { OnnxJob, UnfitModel } from "./onnx-worker.ts";

interface OnnxRecognizerOptions extends OnnxOptions {
  readonly worker: URL;
  readonly onError: (error: unknown) => void;
}

/** Requests that may wait for the model. */
const QUEUE_LENGTH = 256;

/**
 * A token classification model from a local folder, in a thread of its own. An abandoned job ends at its next window
 * of tokens: ending a thread in native code can end the process.
 * @throws ConfigurationError when the folder or the runtime is not usable
 */
export async function createOnnxRecognizer({
  worker,
  onError,
  ...settings
}: OnnxRecognizerOptions): Promise<EntityRecognizer> {
  const { folder, languages, minScore, threads } = settings;
  const options = { folder, languages, minScore, threads };
  // The library is unloaded with its last thread and cannot be loaded twice, so this thread keeps it.
  await loadOnnxRuntime();
  const pool = new Piscina<OnnxJob, readonly Finding[][] | UnfitModel>({
    filename: worker.href,
    name: "run",
    minThreads: 1,
    maxThreads: 1,
    maxQueue: QUEUE_LENGTH,
    env: {},
    execArgv: THREAD_ARGUMENTS,
    recordTiming: false,
  });
  pool.on("error", onError);

  async function ask(texts: readonly TextToRead[], signal?: AbortSignal) {
    const abandoned = new Int32Array(new SharedArrayBuffer(4));
    const answer = pool.run({ options, texts, abandoned });
    if (signal === undefined) return answer;
    return Promise.race([answer, whenAborted(signal, () => Atomics.store(abandoned, 0, 1))]);
  }

  const opened = await ask([]).catch(() => ({ problem: "Bad configuration: NER_MODEL_DIR" }));
  if ("problem" in opened) {
    await pool.destroy();
    throw new ConfigurationError(opened.problem);
  }
  return {
    name: "onnx",
    languages,
    async recognize(texts, signal) {
      try {
        signal.throwIfAborted();
        const found = await ask(texts, signal);
        if ("problem" in found) throw new Error("The model is not usable any more");
        return found;
      } catch (cause) {
        throw engineFailed(cause);
      }
    },
    close: () => pool.destroy(),
  };
}

function whenAborted(signal: AbortSignal, then: () => void): Promise<never> {
  return new Promise((_resolve, reject) => {
    const abandon = () => {
      then();
      reject(signal.reason);
    };
    signal.addEventListener("abort", abandon, { once: true });
  });
}
