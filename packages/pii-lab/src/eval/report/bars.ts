import { evaluate } from "../evaluate.ts";
import type { Ratio } from "../measures/ratio.ts";
import { figure, markdownTable } from "./markdown.ts";
import type { MeasuredSet } from "./measured-set.ts";

interface Measure {
  readonly what: string;
  readonly least: number;
  readonly measured: Ratio;
}

interface Bar {
  readonly set: string;
  readonly measures: (set: MeasuredSet) => readonly Measure[];
  readonly peer: string;
}

const NAMES: ReadonlySet<string> = new Set(["PERSON", "LOCATION", "ORGANIZATION"]);

const BARS: readonly Bar[] = [
  {
    set: "presidio_split_en.dev",
    measures: (set) => [
      { what: "F2 by default", least: 0.88, measured: set.evaluation.redactionDefault.f2 },
      ...persons(set, 0.96, 0.84),
    ],
    peer: "Presidio: F2 0.688 (all types, organizations on: 0.775), flagged 0.904 at 0.77",
  },
  {
    set: "uner_ewt_en.dev",
    measures: (set) => persons(set, 0.95, 0.77),
    peer: "Presidio: 0.907 at 0.73; CoreNLP: 0.907 at 0.82",
  },
  {
    set: "wnut17_en.dev",
    measures: (set) => [
      { what: "F2 by default, names only", least: 0.7, measured: namesOnly(set) },
    ],
    peer: "Presidio: 0.663; CoreNLP: 0.552",
  },
  {
    set: "germeval14_de.dev",
    measures: (set) => persons(set, 0.93, 0.85),
    peer: "CoreNLP: 0.923 at 0.91; Presidio ships no German model",
  },
  {
    set: "grascco_phi_de.split_dev",
    measures: ({ evaluation: { redactionDefault } }) => [
      { what: "recall by default", least: 0.93, measured: redactionDefault.recall },
      { what: "precision by default", least: 0.75, measured: redactionDefault.precision },
    ],
    peer: "CoreNLP's names with Presidio's patterns: recall about 0.84 (all types, a sister split)",
  },
  {
    set: "pupa_split_en.dev",
    measures: ({ evaluation: { redaction } }) => [
      { what: "recall, all types", least: 0.7, measured: redaction.recall },
    ],
    peer: "Presidio: 0.494, organizations on 0.732",
  },
];

export const SETS_WITH_BARS: readonly string[] = BARS.map(({ set }) => set);

export function barsTable(sets: readonly MeasuredSet[]): string {
  const rows = BARS.flatMap(({ set: name, measures, peer }) => {
    const set = sets.find((candidate) => candidate.name === name);
    if (set === undefined) return [];
    return measures(set).map(({ what, least, measured }, index) => {
      const met = measured !== undefined && measured >= least ? "yes" : "**no**";
      const head = index === 0 ? [`\`${name}\``, what] : ["", what];
      return [...head, `>= ${least}`, figure(measured), met, index === 0 ? peer : ""];
    });
  });
  return markdownTable(["set", "figure", "bar", "measured", "met", "peers"], rows, 6);
}

function persons({ evaluation }: MeasuredSet, flagged: number, precision: number): Measure[] {
  return [
    { what: "PERSON flagged", least: flagged, measured: evaluation.types["PERSON"]?.flagged },
    { what: "PERSON precision", least: precision, measured: evaluation.personPrecision },
  ];
}

/** The corpus annotates no other types. */
function namesOnly({ name, texts, names }: MeasuredSet): Ratio {
  const onlyNames = texts.map((text) => ({
    ...text,
    predicted: text.predicted.filter(({ type }) => NAMES.has(type)),
  }));
  return evaluate(name, { texts: onlyNames, elapsedMs: 0 }, names).redactionDefault.f2;
}
