import { threadModule } from "@veil/thread-pool";
import type { SanitiserConfig } from "../config.ts";
import type { Engines } from "../pool-with-engines.ts";
import { createOnnxRecognizer } from "./onnx-entity-recognizer.ts";
import { createOpenaiShield } from "./openai-shield.ts";
import { createPresidioRecognizer } from "./presidio-entity-recognizer.ts";

const ONNX_WORKER = threadModule("./onnx-worker.js", import.meta.url);

export async function createEngines(
  { engines }: SanitiserConfig,
  onThreadError: (error: unknown) => void,
): Promise<Engines> {
  const { presidio, onnx, shield } = engines;
  return {
    ...(presidio !== undefined && {
      recognizer: { engine: createPresidioRecognizer(presidio), timeoutMs: presidio.timeoutMs },
    }),
    ...(onnx !== undefined && {
      recognizer: {
        engine: await createOnnxRecognizer({
          ...onnx,
          worker: ONNX_WORKER,
          onError: onThreadError,
        }),
        timeoutMs: onnx.timeoutMs,
      },
    }),
    ...(shield !== undefined && {
      shield: { engine: createOpenaiShield(shield), timeoutMs: shield.timeoutMs },
    }),
  };
}
