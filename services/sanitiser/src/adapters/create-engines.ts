import type { SanitiserConfig } from "../config.ts";
import type { Engines } from "../pool-with-engines.ts";
import { createOpenaiShield } from "./openai-shield.ts";
import { createPresidioRecognizer } from "./presidio-entity-recognizer.ts";

export function createEngines({ engines: { presidio, shield } }: SanitiserConfig): Engines {
  return {
    ...(presidio !== undefined && {
      recognizer: { engine: createPresidioRecognizer(presidio), timeoutMs: presidio.timeoutMs },
    }),
    ...(shield !== undefined && {
      shield: { engine: createOpenaiShield(shield), timeoutMs: shield.timeoutMs },
    }),
  };
}
