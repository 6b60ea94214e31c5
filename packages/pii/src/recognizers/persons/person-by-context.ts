import type { Hit, Recognizer } from "../../finding.ts";
import { type Continues, type NamePart, readName } from "./person-name.ts";

interface ByContextOptions {
  readonly name: string;
  /** Matches what stands right before a name. Global, sticky at its end. */
  readonly before: RegExp;
  readonly continues: Continues;
  readonly confidence: number;
  readonly maxParts?: number;
  /** A last look at the name and at what follows it. */
  readonly accepts?: (parts: readonly NamePart[], text: string) => boolean;
}

/** A recogniser of persons by what precedes the name: the name alone is the hit, not what precedes it. */
export function personByContext(options: ByContextOptions): Recognizer {
  const { name, before, continues, confidence, maxParts, accepts = () => true } = options;
  return {
    name,
    type: "PERSON",
    find({ text }) {
      const hits: Hit[] = [];
      for (const { 0: words, index } of text.matchAll(before)) {
        const parts = readName(text, index + words.length, continues, maxParts);
        const [first, last] = [parts[0], parts.at(-1)];
        if (first === undefined || last === undefined) continue;
        if (parts.some(isWord) && accepts(parts, text))
          hits.push({ start: first.start, end: last.end, confidence });
      }
      return hits;
    },
  };
}

function isWord({ kind, text }: NamePart): boolean {
  return kind === "word" && text.length > 1;
}
