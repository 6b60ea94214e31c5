import type { SanitiserConfig } from "../config.ts";
import type { Engines } from "../lane-with-engines.ts";
import { createOpenaiShield } from "./openai-shield.ts";
import { createPresidioRecognizer } from "./presidio-entity-recognizer.ts";

/** The engines that the operator has configured. */
export async function createEngines({ engines }: SanitiserConfig): Promise<Engines> {
  const { presidio, shield } = engines;
  return {
    ...(presidio !== undefined && {
      recognizer: { engine: createPresidioRecognizer(presidio), timeoutMs: presidio.timeoutMs },
    }),
    ...(shield !== undefined && {
      shield: { engine: createOpenaiShield(shield), timeoutMs: shield.timeoutMs },
    }),
  };
}
