import type { EntityType } from "@veil/contracts/entities";
import type { Language } from "@veil/contracts/sanitiser";
import type { Maker } from "./numbers/draw.ts";

export interface Kind {
  readonly type: EntityType;
  readonly labeled: Maker;
  /** Only languages with a list get values of this kind. If the list is empty, phrases are used. */
  readonly labels: Readonly<Partial<Record<Language, readonly string[]>>>;
  /** Frames that describe the value in words. They replace frames with labels in some texts. */
  readonly phrases?: Readonly<Partial<Record<Language, readonly string[]>>>;
  /** Frames for values that only an adjacent label identifies. The default is LABELED_FRAMES. */
  readonly frames?: Readonly<Record<Language, readonly string[]>>;
  /** Makes values that are recognizable without a label, by their form and check digit. */
  readonly bare?: Maker;
  /** Like `bare`, for values that depend on the language, such as national phone numbers. */
  readonly bareIn?: Readonly<Partial<Record<Language, Maker>>>;
}

export const LABELED_FRAMES: Readonly<Record<Language, readonly string[]>> = {
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

export const CLOSE_FRAMES: Readonly<Record<Language, readonly string[]>> = {
  en: [...COLON_FRAMES.en, "My «label» is «value».", "| «label» | «value» |", "«label» = «value»"],
  de: [...COLON_FRAMES.de, "«label» ist «value».", "| «label» | «value» |", "«label» = «value»"],
};
