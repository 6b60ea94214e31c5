import type { AccuracyReport } from "@veil/contracts/accuracy-report";
import type { DpiaLanguage } from "@veil/contracts/public/compliance/dpia";
import type { PostureResponse } from "@veil/contracts/public/compliance/posture";
import type { ProcessingRecordResponse } from "@veil/contracts/public/compliance/record";

/** A fact, with its source and the time of its measurement. */
interface SourcedFact {
  readonly text: readonly string[];
  readonly source: string;
  readonly at: string | null;
}

/** What the facts are made from. */
export interface FactSources {
  readonly posture: PostureResponse;
  readonly record: ProcessingRecordResponse;
  readonly accuracy: AccuracyReport;
  readonly providers: readonly { readonly name: string; readonly host: string }[];
  readonly regions: ReadonlyMap<string, string>;
}

type Write = (language: DpiaLanguage, sources: FactSources) => SourcedFact;

/** The fields that are facts, by their number. */
export const FACTS: Readonly<Record<string, Write>> = {
  "0.2": (language, { providers, regions, posture }) => ({
    text: [
      in_(language, "Operator of Veil Gateway", "Betreiber von Veil Gateway"),
      ...providers.map(({ name, host }) => {
        const region = regions.get(name) ?? in_(language, "not stated", "nicht angegeben");
        return in_(
          language,
          `${name}: ${host}, region ${region}`,
          `${name}: ${host}, Region ${region}`,
        );
      }),
    ],
    source: in_(
      language,
      "settings of the worker and the gateway",
      "Einstellungen von Worker und Gateway",
    ),
    at: posture.generated_at,
  }),
  "0.5": (language, { posture, accuracy }) => ({
    text: [
      `Veil Gateway ${posture.release}`,
      ...accuracy.models.map(({ file, sha256 }) => `${file}: SHA-256 ${sha256}`),
      in_(
        language,
        "Six services: edge gateway, bridge, sanitiser, inference worker, audit, veil signer",
        "Sechs Dienste: Edge-Gateway, Bridge, Sanitiser, Inference-Worker, Audit, Veil-Signer",
      ),
    ],
    source: in_(language, "the release that runs", "die laufende Version"),
    at: posture.generated_at,
  }),
  "1.1.a": (language, { record }) => ({
    text: [...categoriesOf(record)].map(([type, count]) =>
      in_(language, `${type}: ${count} values found`, `${type}: ${count} Werte gefunden`),
    ),
    source: in_(
      language,
      `counts from ${record.since} to ${record.until}; what was not found is not counted`,
      `Zählung vom ${record.since} bis ${record.until}; nicht Gefundenes ist nicht gezählt`,
    ),
    at: record.generated_at,
  }),
  "1.1.d": (language, { record }) => ({
    text: record.activities.map(({ activity_id, calls }) => {
      const name = activity_id ?? in_(language, "without an activity", "ohne Tätigkeit");
      return in_(language, `${name}: ${calls} calls`, `${name}: ${calls} Aufrufe`);
    }),
    source: in_(
      language,
      `counts from ${record.since} to ${record.until}`,
      `Zählung vom ${record.since} bis ${record.until}`,
    ),
    at: record.generated_at,
  }),
  "1.2": (language, { posture }) => ({
    text: PHASES[language],
    source: "ARCHITECTURE.md",
    at: posture.generated_at,
  }),
  "1.3": (language, { posture }) => ({
    text: controlsWith(posture, /^(transport|sealed|key|certificates)/).map(stateText(language)),
    source: in_(language, "posture", "Posture"),
    at: posture.generated_at,
  }),
  "2.2": (language, { posture }) => ({
    text: controlsWith(posture, /^(masking_canary|no_values_at_rest|isolation)/).map(
      stateText(language),
    ),
    source: in_(language, "posture", "Posture"),
    at: posture.generated_at,
  }),
  "2.3": (language, { accuracy }) => ({
    text: accuracy.sets.flatMap((set) => accuracyText(language, set)),
    source: accuracy.command,
    at: accuracy.measured_at,
  }),
  "2.4": (language, { record }) => ({
    text: record.retention.map(({ rule, kept }) =>
      in_(language, `${rule}: kept ${kept}`, `${rule}: Aufbewahrung ${kept}`),
    ),
    source: in_(language, "rules of the sweep", "Regeln der Löschung"),
    at: record.generated_at,
  }),
  "4.1": (language, { accuracy }) => ({
    text: risks(language, accuracy),
    source: "docs/compliance.md, arXiv 2602.16800",
    at: accuracy.measured_at,
  }),
  "4.2": (language, { posture }) => ({
    text: posture.controls.map(stateText(language)),
    source: in_(language, "posture", "Posture"),
    at: posture.generated_at,
  }),
};

function in_(language: DpiaLanguage, en: string, de: string): string {
  return language === "en" ? en : de;
}

const STATES = {
  en: { met: "met", not_met: "not met", unknown: "unknown" },
  de: { met: "erfüllt", not_met: "nicht erfüllt", unknown: "unbekannt" },
} as const;

type Control = PostureResponse["controls"][number];

const stateText =
  (language: DpiaLanguage) =>
  ({ id, title, state, reason, measured_at }: Control): string => {
    const when = measured_at ?? in_(language, "never measured", "nie gemessen");
    const why = reason === undefined ? "" : `: ${reason}`;
    return `${title} (${id}): ${STATES[language][state]}${why}; ${when}`;
  };

function controlsWith({ controls }: PostureResponse, ids: RegExp): readonly Control[] {
  return controls.filter(({ id }) => ids.test(id));
}

function categoriesOf({ activities }: ProcessingRecordResponse): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { type, count } of activities.flatMap(({ categories }) => categories))
    counts.set(type, (counts.get(type) ?? 0) + count);
  return counts;
}

function accuracyText(
  language: DpiaLanguage,
  { title, texts, redaction, types }: AccuracyReport["sets"][number],
): readonly string[] {
  const share = (value: number | null) => (value === null ? "-" : `${(100 * value).toFixed(1)} %`);
  return [
    in_(
      language,
      `${title}: ${texts} texts, recall of letters and digits ${share(redaction.recall)}`,
      `${title}: ${texts} Texte, Trefferquote der Buchstaben und Ziffern ${share(redaction.recall)}`,
    ),
    ...Object.entries(types).map(([type, { values, replaced }]) =>
      in_(
        language,
        `${title}, ${type}: ${share(replaced)} of ${values} values replaced completely`,
        `${title}, ${type}: ${share(replaced)} von ${values} Werten vollständig ersetzt`,
      ),
    ),
  ];
}

const PHASES: Readonly<Record<DpiaLanguage, readonly string[]>> = {
  en: [
    "1. The application sends a request to the edge gateway, which authenticates and counts it.",
    "2. The bridge issues a pseudonymous token; it learns who calls, and no text.",
    "3. The sanitiser replaces personal data by placeholders; it learns the text, and not who calls.",
    "4. The inference worker sends the sanitised prompt to the provider; it does not learn who calls.",
    "5. The gateway scans the answer, restores the values if the caller wants that, and answers.",
    "6. Each component signs what it received; the log records that the certificate exists.",
    "7. Answers, maps and counts are deleted when their retention period ends.",
  ],
  de: [
    "1. Die Anwendung sendet eine Anfrage an das Edge-Gateway, das sie authentisiert und zählt.",
    "2. Die Bridge stellt ein pseudonymes Token aus; sie erfährt, wer anfragt, aber keinen Text.",
    "3. Der Sanitiser ersetzt personenbezogene Daten durch Platzhalter; er erfährt den Text, aber nicht, wer anfragt.",
    "4. Der Inference-Worker sendet die bereinigte Eingabe an den Anbieter; er erfährt nicht, wer anfragt.",
    "5. Das Gateway prüft die Antwort, setzt auf Wunsch die Werte wieder ein und antwortet.",
    "6. Jede Komponente signiert, was sie erhalten hat; das Log hält fest, dass es das Zertifikat gibt.",
    "7. Antworten, Zuordnungen und Zählungen werden gelöscht, wenn ihre Frist endet.",
  ],
};

/** Returns what the design leaves as a risk. The customer judges it. */
function risks(language: DpiaLanguage, { sets }: AccuracyReport): readonly string[] {
  const recalls = sets.flatMap(({ redaction }) => redaction.recall ?? []);
  const lowest = recalls.length === 0 ? "-" : `${(100 * Math.min(...recalls)).toFixed(1)} %`;
  return [
    in_(
      language,
      `A value that detection overlooks reaches the provider. Lowest measured recall of letters and digits: ${lowest}.`,
      `Ein Wert, den die Erkennung übersieht, erreicht den Anbieter. Niedrigste gemessene Trefferquote der Buchstaben und Ziffern: ${lowest}.`,
    ),
    in_(
      language,
      "Style and context can identify a person in pseudonymous prose: in a published experiment with a recall of 68 % at a precision of 90 % (arXiv 2602.16800).",
      "Stil und Zusammenhang können eine Person in pseudonymer Prosa erkennbar machen: in einem veröffentlichten Versuch mit 68 % Trefferquote bei 90 % Genauigkeit (arXiv 2602.16800).",
    ),
    in_(
      language,
      "The edge gateway is the one place that sees who calls and what the request contains, while the request is in flight.",
      "Das Edge-Gateway ist die eine Stelle, die während einer Anfrage sieht, wer anfragt und was sie enthält.",
    ),
    in_(
      language,
      "With a provider key of the customer, the provider knows the account that sent the prompt.",
      "Mit einem eigenen Anbieterschlüssel kennt der Anbieter das Konto, das die Eingabe gesendet hat.",
    ),
  ];
}
