import type { SanitiserConfig } from "../config.ts";
import type { Engines } from "../lane-with-engines.ts";
import { createPresidioRecognizer } from "./presidio-entity-recognizer.ts";

/** The engines that the operator has configured. */
export async function createEngines({ engines }: SanitiserConfig): Promise<Engines> {
  const { presidio } = engines;
  return {
    ...(presidio !== undefined && {
      recognizer: { engine: createPresidioRecognizer(presidio), timeoutMs: presidio.timeoutMs },
    }),
  };
}
