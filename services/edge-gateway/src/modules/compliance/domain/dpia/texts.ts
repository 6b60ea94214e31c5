import type { DpiaLanguage } from "@veil/contracts/public/compliance/dpia";

/** A text in both languages. */
export type Bilingual = Readonly<Record<DpiaLanguage, string>>;

/** Fields that only the customer can fill in, by their number. */
interface OpenField {
  readonly title: Bilingual;
  readonly who: Bilingual;
  readonly hint: Bilingual;
}

interface FactField {
  readonly title: Bilingual;
}

export interface DpiaSection {
  readonly id: string;
  readonly title: Bilingual;
  /** A field without `who` is a fact. */
  readonly fields: Readonly<Record<string, OpenField | FactField>>;
}

const CONTROLLER: Bilingual = { en: "Controller", de: "Verantwortlicher" };
const OFFICER: Bilingual = { en: "Data protection officer", de: "Datenschutzbeauftragte" };

/** Which template the numbers follow. */
export const NUMBERING: Bilingual = {
  en: "Numbered by the template of the EDPB of 2026, after secondary sources. The numbers were not compared with the original.",
  de: "Nummeriert nach der Vorlage des EDSA von 2026, nach Sekundärquellen. Die Nummern wurden nicht mit dem Original verglichen.",
};

export const TITLE: Bilingual = {
  en: "Data protection impact assessment",
  de: "Datenschutz-Folgenabschätzung",
};

/** The sections of an assessment (Art. 35(7) of the GDPR). */
export const SECTIONS: readonly DpiaSection[] = [
  {
    id: "0",
    title: { en: "Overview", de: "Überblick" },
    fields: {
      "0.1": {
        title: { en: "Controllers", de: "Verantwortliche" },
        who: CONTROLLER,
        hint: {
          en: "Name and contact; joint controllers and their arrangement (Art. 26)",
          de: "Name und Kontakt; gemeinsam Verantwortliche und ihre Vereinbarung (Art. 26)",
        },
      },
      "0.2": { title: { en: "Processors and providers", de: "Auftragsverarbeiter und Anbieter" } },
      "0.3": {
        title: { en: "Name of the processing", de: "Name der Verarbeitung" },
        who: CONTROLLER,
        hint: {
          en: "As in the record of processing activities",
          de: "Wie im Verzeichnis der Verarbeitungstätigkeiten",
        },
      },
      "0.4": {
        title: { en: "Planning", de: "Planung" },
        who: CONTROLLER,
        hint: {
          en: "Who made the assessment, when, and when it is reviewed (Art. 35(11))",
          de: "Wer die Abschätzung wann erstellt hat und wann sie überprüft wird (Art. 35 Abs. 11)",
        },
      },
      "0.5": { title: { en: "Technical sheet", de: "Technisches Datenblatt" } },
    },
  },
  {
    id: "1",
    title: { en: "Systematic description", de: "Systematische Beschreibung" },
    fields: {
      "1.1.a": { title: { en: "Data", de: "Daten" } },
      "1.1.b": {
        title: { en: "Purposes", de: "Zwecke" },
        who: CONTROLLER,
        hint: {
          en: "For what the answers of the model are used; one purpose for each activity",
          de: "Wofür die Antworten des Modells verwendet werden; ein Zweck je Tätigkeit",
        },
      },
      "1.1.c": {
        title: { en: "Secondary uses", de: "Weitere Verwendungen" },
        who: CONTROLLER,
        hint: {
          en: "Whether you or the provider use prompts or answers otherwise, such as for training",
          de: "Ob Sie oder der Anbieter Eingaben oder Antworten anders nutzen, etwa zum Training",
        },
      },
      "1.1.d": { title: { en: "Nature and scope", de: "Art und Umfang" } },
      "1.2": { title: { en: "Functional description by phase", de: "Ablauf nach Phasen" } },
      "1.3": { title: { en: "Means and assets", de: "Mittel und Werte" } },
    },
  },
  {
    id: "2",
    title: { en: "Legal basis and principles", de: "Rechtsgrundlage und Grundsätze" },
    fields: {
      "2.1": {
        title: { en: "Legal basis", de: "Rechtsgrundlage" },
        who: CONTROLLER,
        hint: {
          en: "Art. 6(1), for special categories also Art. 9(2)",
          de: "Art. 6 Abs. 1, bei besonderen Kategorien auch Art. 9 Abs. 2",
        },
      },
      "2.2": { title: { en: "Data minimization", de: "Datenminimierung" } },
      "2.3": { title: { en: "Accuracy of detection", de: "Genauigkeit der Erkennung" } },
      "2.4": { title: { en: "Storage limitation", de: "Speicherbegrenzung" } },
      "2.5": {
        title: { en: "Information of data subjects", de: "Information der Betroffenen" },
        who: CONTROLLER,
        hint: {
          en: "How Art. 13 and 14 are met, with the provider as a recipient",
          de: "Wie Art. 13 und 14 erfüllt werden, mit dem Anbieter als Empfänger",
        },
      },
    },
  },
  {
    id: "3",
    title: { en: "Necessity and proportionality", de: "Notwendigkeit und Verhältnismäßigkeit" },
    fields: {
      "3.1": {
        title: { en: "Necessity", de: "Notwendigkeit" },
        who: CONTROLLER,
        hint: {
          en: "Why the purpose needs a language model, and which alternatives were considered",
          de: "Warum der Zweck ein Sprachmodell braucht und welche Alternativen geprüft wurden",
        },
      },
      "3.2": {
        title: { en: "Proportionality", de: "Verhältnismäßigkeit" },
        who: CONTROLLER,
        hint: {
          en: "Whether the benefit outweighs what data subjects must accept",
          de: "Ob der Nutzen überwiegt, was Betroffene hinnehmen müssen",
        },
      },
    },
  },
  {
    id: "4",
    title: { en: "Risks", de: "Risiken" },
    fields: {
      "4.1": { title: { en: "Inherent risks", de: "Inhärente Risiken" } },
      "4.2": { title: { en: "Measures, as measured", de: "Maßnahmen, wie gemessen" } },
      "4.3": {
        title: { en: "Action plan", de: "Maßnahmenplan" },
        who: CONTROLLER,
        hint: {
          en: "What is done about each measure that is not met or unknown, by whom and until when",
          de: "Was zu jeder nicht erfüllten oder unbekannten Maßnahme wer bis wann tut",
        },
      },
      "4.4": {
        title: { en: "Residual risks", de: "Restrisiken" },
        who: CONTROLLER,
        hint: {
          en: "Severity and likelihood of each risk that remains; above a high risk, consult the authority (Art. 36)",
          de: "Schwere und Wahrscheinlichkeit jedes verbleibenden Risikos; bei hohem Risiko Konsultation (Art. 36)",
        },
      },
    },
  },
  {
    id: "5",
    title: { en: "Involvement", de: "Beteiligung" },
    fields: {
      "5.1": {
        title: {
          en: "Advice of the data protection officer",
          de: "Rat der Datenschutzbeauftragten",
        },
        who: OFFICER,
        hint: { en: "Art. 35(2)", de: "Art. 35 Abs. 2" },
      },
      "5.2": {
        title: { en: "Views of data subjects", de: "Standpunkt der Betroffenen" },
        who: CONTROLLER,
        hint: {
          en: "Art. 35(9), or why they were not heard",
          de: "Art. 35 Abs. 9, oder warum sie nicht eingeholt wurden",
        },
      },
    },
  },
  {
    id: "6",
    title: { en: "Conclusion", de: "Ergebnis" },
    fields: {
      "6.1": {
        title: { en: "Decision", de: "Entscheidung" },
        who: CONTROLLER,
        hint: {
          en: "Whether the processing takes place, with which conditions, and who decided",
          de: "Ob die Verarbeitung stattfindet, unter welchen Bedingungen, und wer entschieden hat",
        },
      },
    },
  },
];

/** Returns whether a customer fills in the field. */
export function isOpenField(field: OpenField | FactField): field is OpenField {
  return "who" in field;
}

/** The numbers of the fields that a customer fills in. */
export const INPUT_FIELDS: readonly string[] = SECTIONS.flatMap(({ fields }) =>
  Object.entries(fields)
    .filter(([, field]) => isOpenField(field))
    .map(([id]) => id),
);
