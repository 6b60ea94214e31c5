import type { EntityType } from "@veil/contracts/entities";
import type { Language } from "@veil/contracts/sanitiser";
import type { Maker } from "./numbers/draw.ts";

/** How people write one type of structured identifier. */
export interface Kind {
  readonly type: EntityType;
  /** Beside one of the labels. */
  readonly labelled: Maker;
  /** In a language without labels the kind is not written; with none of them, by phrases alone. */
  readonly labels: Readonly<Partial<Record<Language, readonly string[]>>>;
  /** Frames in which the words around say what the value is, used now and then instead of a label. */
  readonly phrases?: Readonly<Partial<Record<Language, readonly string[]>>>;
  /** Where the label is all that tells the value from any other word: it stands right beside it then. */
  readonly frames?: Readonly<Record<Language, readonly string[]>>;
  /** Where form and check say enough: without a label. */
  readonly bare?: Maker;
  /** For a language of its own: national phone numbers. */
  readonly bareIn?: Readonly<Partial<Record<Language, Maker>>>;
}

/** Frames for a value beside its label: «label» and «value». */
export const LABELLED_FRAMES: Readonly<Record<Language, readonly string[]>> = {
  en: [
    "«label»: «value»",
    "My «label» is «value».",
    "«label» «value»",
    "Please update the file, «label» «value», before Friday.",
    '{"field": "«label»", "value": "«value»"}',
    "| «label» | «value» |",
    "The «label» on the form reads «value», could you check it?",
    "- «label»: «value»\n- status: open",
    "We have the «label» as «value». Is that still right?",
    "«label» = «value»;",
    "Hello, I was asked for my «label». Here it is: «value»",
    "«label» (as printed): «value»",
  ],
  de: [
    "«label»: «value»",
    "Meine «label» lautet «value».",
    "«label» «value»",
    "Bitte tragen Sie die «label» «value» bis Freitag nach.",
    '{"feld": "«label»", "wert": "«value»"}',
    "| «label» | «value» |",
    "Auf dem Bescheid steht als «label» «value», stimmt das?",
    "- «label»: «value»\n- Status: offen",
    "Wir führen Sie unter der «label» «value».",
    "Guten Tag, Sie wollten die «label» wissen: «value»",
    "«label» (laut Karte): «value»",
    "Zur Sache: «label» «value», Vorgang abgeschlossen.",
  ],
};

/** Frames for a value that speaks for itself. */
export const BARE_FRAMES: Readonly<Record<Language, readonly string[]>> = {
  en: [
    "«value»",
    "Please use «value» from now on.",
    "I noted «value», is that right?",
    "The entry («value») is wrong.",
    '"«value»"',
    "We saw «value» twice last week.",
    "- «value»\n- nothing else",
    "What does «value» belong to?",
  ],
  de: [
    "«value»",
    "Bitte ab sofort «value» verwenden.",
    "Ich habe «value» notiert, stimmt das?",
    "Der Eintrag («value») ist falsch.",
    "„«value»“",
    "Gestern stand dort noch «value», heute nicht mehr.",
    "- «value»\n- sonst nichts",
    "Wozu gehört «value»?",
  ],
};

/** A value after its label and a colon. */
export const COLON_FRAMES: Readonly<Record<Language, readonly string[]>> = {
  en: [
    "«label»: «value»",
    '{"«label»": "«value»"}',
    "- «label»: «value»\n- status: open",
    "**«label»:** «value»",
    "Hello, this is about «label»: «value», please check.",
  ],
  de: [
    "«label»: «value»",
    '{"«label»": "«value»"}',
    "- «label»: «value»\n- Status: offen",
    "**«label»:** «value»",
    "Guten Tag, es geht um «label»: «value», bitte prüfen.",
  ],
};

/** A value right after its label. */
export const CLOSE_FRAMES: Readonly<Record<Language, readonly string[]>> = {
  en: [...COLON_FRAMES.en, "My «label» is «value».", "| «label» | «value» |", "«label» = «value»"],
  de: [...COLON_FRAMES.de, "«label» ist «value».", "| «label» | «value» |", "«label» = «value»"],
};
