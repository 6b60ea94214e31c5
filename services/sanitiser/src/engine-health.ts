import { type ReadyCheck, withTimeout } from "@veil/service-kit/http";
import type { EntityRecognizer } from "./ports.ts";

const CANARY = {
  en: "My name is John Smith and I live in London.",
  de: "Mein Name ist Thomas Müller und ich wohne in Berlin.",
};

/** Checks that an engine finds the person in a sentence of each of its languages. */
export async function checkRecognizer(
  recognizer: Omit<EntityRecognizer, "peer">,
  timeoutMs: number,
): Promise<ReadyCheck> {
  const texts = recognizer.languages.map((language) => ({ text: CANARY[language], language }));
  const name = `engine_${recognizer.name}`;
  try {
    const found = await withTimeout(timeoutMs, (signal) => recognizer.recognize(texts, signal));
    const ok = texts.every((_, index) => found[index]?.some(({ type }) => type === "PERSON"));
    return { name, ok };
  } catch {
    return { name, ok: false };
  }
}
