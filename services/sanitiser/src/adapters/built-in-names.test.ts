/** @slow reads the name models */
import { createEngine, type PiiEngine } from "@veil/pii";
import { readBundledModels } from "@veil/pii/models";
import { engineFailed } from "../domain/engine-failed.ts";
import type { EntityRecognizer } from "../ports.ts";
import { describeEntityRecognizer } from "./entity-recognizer.contract.ts";

const models = readBundledModels();

function builtIn(engine: PiiEngine): Omit<EntityRecognizer, "peer"> {
  return {
    name: "names",
    languages: ["en", "de"],
    async recognize(texts, signal) {
      try {
        signal.throwIfAborted();
        return texts.map(({ text, language }) => engine.find(text, { language }));
      } catch (cause) {
        throw engineFailed(cause);
      }
    },
    close: async () => {},
  };
}

const breaking: PiiEngine = {
  layers: [],
  find() {
    throw new Error("John Smith");
  },
};

describeEntityRecognizer("built-in names", async () => builtIn(createEngine({ names: models })), {
  languages: ["en", "de"],
  failing: [["breaks", async () => builtIn(breaking)]],
});
