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
  /** The compiled `onnx-worker.js`, as a URL. */
  readonly worker: URL;
  /** The thread failed without a job. Without a listener that would end the process. */
  readonly onError: (error: unknown) => void;
}

/** Requests that may wait for the model; one more is refused. */
const QUEUE_LENGTH = 256;

/**
 * A model of token classification from a local folder, in a thread of its own. A job that nobody waits for any
 * more ends at its next window of tokens: a thread that is ended in the middle of native code may take the process along.
 *
 * @throws ConfigurationError when the folder or the runtime is not fit
 */
export async function createOnnxRecognizer({
  worker,
  onError,
  ...settings
}: OnnxRecognizerOptions): Promise<EntityRecognizer> {
  const { folder, languages, minScore, threads } = settings;
  const options = { folder, languages, minScore, threads };
  // Its library is unloaded with the last thread that has it, and cannot be loaded twice: this thread keeps it.
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
    async recognise(texts, signal) {
      try {
        signal.throwIfAborted();
        const found = await ask(texts, signal);
        if ("problem" in found) throw new Error("The model is not fit any more");
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
