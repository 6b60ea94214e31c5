import type { EvalPolicy } from "../eval-policy.ts";
import { evaluate } from "../evaluate.ts";
import type { Ratio } from "../measures/ratio.ts";
import { figure, markdownTable } from "./markdown.ts";
import type { MeasuredPolicy, MeasuredSet } from "./measured-set.ts";

/** The minimum of one figure of a development set. */
interface Bar {
  readonly policy: EvalPolicy;
  readonly what: string;
  readonly least: number;
  readonly of: (measured: MeasuredPolicy, set: MeasuredSet) => Ratio;
}

interface BarsOfSet {
  readonly set: string;
  readonly peer: string;
  readonly bars: readonly Bar[];
}

const NAMES: ReadonlySet<string> = new Set(["PERSON", "LOCATION", "ORGANIZATION"]);

/**
 * The bar for a precision is the precision that was measured when the bar for the corresponding
 * recall was set, so that recall does not rise at the cost of precision.
 */
const BARS: readonly BarsOfSet[] = [
  {
    set: "presidio_split_en.dev",
    peer: "Presidio: F2 0.688 (all types, organizations on: 0.775), flagged 0.904 at 0.77",
    bars: [
      redaction("default", "f2", 0.976),
      ...persons("default", 0.977, 0.907),
      redaction("all", "f2", 0.88),
      ...persons("all", 0.96, 0.907),
    ],
  },
  {
    set: "uner_ewt_en.dev",
    peer: "Presidio: 0.907 at 0.73; CoreNLP: 0.907 at 0.82",
    bars: [...persons("default", 0.947, 0.799), ...persons("all", 0.95, 0.801)],
  },
  {
    set: "wnut17_en.dev",
    peer: "Presidio: 0.663; CoreNLP: 0.552",
    bars: [namesOnly("default", 0.733), ...persons("default", 0.768, 0.887), namesOnly("all", 0.7)],
  },
  {
    set: "germeval14_de.dev",
    peer: "CoreNLP: 0.923 at 0.91; Presidio ships no German model",
    // The corpus annotates "Chr" in "v. Chr." as a person, which is rightly not found.
    bars: [...persons("default", 0.922, 0.881), ...persons("all", 0.93, 0.882)],
  },
  {
    set: "grascco_phi_de.split_dev",
    peer: "CoreNLP's names with Presidio's patterns: recall about 0.84 (all types, a sister split)",
    bars: [
      redaction("default", "recall", 0.977),
      redaction("default", "precision", 0.925),
      ...persons("default", 0.981, 0.912),
      redaction("all", "recall", 0.93),
      redaction("all", "precision", 0.925),
    ],
  },
  {
    set: "pupa_split_en.dev",
    peer: "Presidio: 0.494, organizations on 0.732",
    bars: [
      // The corpus has no types and also annotates brands and places. Brands and places do not
      // count as found, because they are no longer mistaken for persons.
      redaction("default", "recall", 0.399),
      // The annotators left out passwords and keys, which we find by their labels. Without these
      // findings, the two precisions are 0.52 and 0.345.
      redaction("default", "precision", 0.515),
      everyType("recall", 0.7),
      everyType("precision", 0.342),
    ],
  },
];

export const SETS_WITH_BARS: readonly string[] = BARS.map(({ set }) => set);

export interface MeasuredBar {
  readonly policy: EvalPolicy;
  readonly what: string;
  readonly least: number;
  readonly measured: Ratio;
  readonly isMet: boolean;
}

export function measuredBars(set: MeasuredSet): readonly MeasuredBar[] {
  const { bars = [] } = BARS.find((each) => each.set === set.name) ?? {};
  return bars.map(({ policy, what, least, of }) => {
    const measured = of(set[policy], set);
    return { policy, what, least, measured, isMet: measured !== undefined && measured >= least };
  });
}

export function barsTable(sets: readonly MeasuredSet[]): string {
  const rows = BARS.flatMap(({ set: name, peer }) => {
    const set = sets.find((candidate) => candidate.name === name);
    if (set === undefined) return [];
    return measuredBars(set).map(({ policy, what, least, measured, isMet }, index) => [
      ...[index === 0 ? `\`${name}\`` : "", policy, what, `>= ${least}`, figure(measured)],
      ...[isMet ? "yes" : "**no**", index === 0 ? peer : ""],
    ]);
  });
  return markdownTable(["set", "policy", "figure", "bar", "measured", "met", "peers"], rows, 7);
}

function persons(policy: EvalPolicy, flagged: number, precision: number): readonly Bar[] {
  return [
    {
      policy,
      what: "PERSON flagged",
      least: flagged,
      of: ({ evaluation }) => evaluation.types["PERSON"]?.flagged,
    },
    {
      policy,
      what: "PERSON precision",
      least: precision,
      of: ({ evaluation }) => evaluation.personPrecision,
    },
  ];
}

function redaction(policy: EvalPolicy, measure: "recall" | "precision" | "f2", least: number): Bar {
  const what = `${measure === "f2" ? "F2" : measure} by default`;
  return { policy, what, least, of: ({ evaluation }) => evaluation.redactionDefault[measure] };
}

function everyType(measure: "recall" | "precision", least: number): Bar {
  const what = `${measure}, all types`;
  return { policy: "all", what, least, of: ({ evaluation }) => evaluation.redaction[measure] };
}

/** Creates a bar that ignores types other than NAMES, because the corpus annotates no others. */
function namesOnly(policy: EvalPolicy, least: number): Bar {
  const of = ({ texts }: MeasuredPolicy, { name, names }: MeasuredSet) => {
    const onlyNames = texts.map((text) => ({
      ...text,
      predicted: text.predicted.filter(({ type }) => NAMES.has(type)),
    }));
    const predicted = { policy, texts: onlyNames, elapsedMs: 0 };
    return evaluate(name, predicted, names).redactionDefault.f2;
  };
  return { policy, what: "F2 by default, names only", least, of };
}
