import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { Language } from "@veil/contracts/sanitiser";
import { createFolder, writeWhole } from "@veil/crypto/files";
import { planFor } from "./plan.ts";
import type { TrainMessage, TrainOrder } from "./train-worker.ts";

export interface TrainingOrder {
  readonly languages: readonly Language[];
  readonly seed: number;
  readonly dataFolder: string;
  readonly out: string;
}

export interface TrainingDeps {
  readonly nowMs: () => number;
  readonly signal: AbortSignal;
  readonly note: (line: string) => void;
}

export async function runTraining(order: TrainingOrder, deps: TrainingDeps): Promise<void> {
  const startedMs = deps.nowMs();
  const note = (language: Language, step: string): void => {
    const seconds = Math.round((deps.nowMs() - startedMs) / 1000);
    deps.note(`${String(seconds).padStart(4)} s  ${language}  ${step}`);
  };
  const files = await Promise.all(
    order.languages.map(async (language) => ({
      language,
      bytes: await trainInThread(language, order, deps.signal, (step) => note(language, step)),
    })),
  );
  createFolder(order.out);
  for (const { language, bytes } of files) {
    deps.signal.throwIfAborted();
    await writeWhole(join(order.out, `${language}.ner`), bytes, { mode: 0o644 });
    note(language, `${(bytes.length / 1e6).toFixed(2)} MB written`);
  }
}

function trainInThread(
  language: Language,
  { seed, dataFolder }: TrainingOrder,
  signal: AbortSignal,
  note: (step: string) => void,
): Promise<Uint8Array> {
  const workerData: TrainOrder = { plan: planFor(language, seed), dataFolder };
  const worker = new Worker(new URL("./train-worker.js", import.meta.url), { workerData });
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => void worker.terminate(), { once: true });
    worker.on("message", (message: TrainMessage) => {
      if (message.step === undefined) resolve(message.file);
      else note(message.step);
    });
    worker.once("error", reject);
    worker.once("exit", () => reject(new Error(`Training ${language} ended early`)));
  });
}
