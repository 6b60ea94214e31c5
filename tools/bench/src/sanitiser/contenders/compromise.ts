import type { PredictedSpan } from "@veil/pii-lab/measures";
import { ownCpuMs } from "../../process-cpu.ts";
import type { Contender } from "./contender.ts";
import { foundSpan } from "./found-span.ts";

type Library = (text: string) => { people(): View; places(): View };

interface View {
  json(options: { readonly offset: true }): readonly {
    readonly offset: { readonly start: number; readonly length: number };
  }[];
}

export function openCompromise(nlp: Library): Contender {
  const findIn = (text: string): readonly PredictedSpan[] => {
    const doc = nlp(text);
    return [...spansOf(doc.people(), "PERSON"), ...spansOf(doc.places(), "LOCATION")];
  };
  return {
    run: findIn,
    find: async (texts) => texts.map(({ text }) => findIn(text)),
    cpuMs: ownCpuMs,
  };
}

function spansOf(view: View, type: string): readonly PredictedSpan[] {
  return view
    .json({ offset: true })
    .map(({ offset: { start, length } }) => foundSpan(start, start + length, type));
}
