import {
  createValueReader,
  FORM_REACH,
  findPlaceholders,
  type PlaceholderEntry,
} from "@veil/pii/relink";
import type { ValueSlot } from "../view.ts";

/** The slots of a text. `isSure` is false if the value of a place may be one of several. */
export interface FoundSlots {
  readonly slots: readonly ValueSlot[];
  readonly isSure: boolean;
}

/**
 * Finds the placeholders of a request in an answer that arrives in pieces, and the values for their
 * places.
 */
export class SlotReader {
  readonly #known: ReadonlyMap<string, PlaceholderEntry>;
  readonly #valueAt = createValueReader();
  #before = "";
  #readsForms = true;

  constructor(entries: readonly PlaceholderEntry[]) {
    this.#known = new Map(entries.map((entry) => [entry.placeholder, entry]));
  }

  /**
   * Returns the slots of `held` before `end`, or undefined if one of their values depends on text
   * that has not arrived yet.
   */
  read(held: string, end: number, isWhole: boolean): FoundSlots | undefined {
    const found = this.#entriesIn(held.slice(0, end));
    const inForms = found.filter(({ entry }) => entry.forms !== undefined);
    if (!this.#readsForms)
      return { slots: this.readPlain(held.slice(0, end)), isSure: inForms.length === 0 };
    if (!isWhole && inForms.some(({ match }) => match.end + FORM_REACH > held.length))
      return undefined;
    const text = this.#before + held;
    const shift = this.#before.length;
    const slots = found.map(({ entry, match, written }) => {
      const place = { start: match.start + shift, end: match.end + shift };
      return { ...match, written, value: this.#valueAt(text, entry, place) + match.suffix };
    });
    return { slots, isSure: true };
  }

  /**
   * Returns the slots of a text, each with the main value of its placeholder. A slot with several
   * spellings must not be restored from it.
   */
  readPlain(text: string): readonly ValueSlot[] {
    return this.#entriesIn(text).map(({ entry, match, written }) => ({
      ...match,
      written,
      value: entry.value + match.suffix,
    }));
  }

  /**
   * Returns the slots of a part of a run. Spellings are used in the order of their places, which is
   * no longer known from here on.
   */
  readPart(text: string): readonly ValueSlot[] {
    this.#readsForms = false;
    return this.readPlain(text);
  }

  /** Moves past `text`. */
  pass(text: string): void {
    this.#before = (this.#before + text).slice(-FORM_REACH);
  }

  #entriesIn(text: string) {
    return findPlaceholders(text).flatMap((match) => {
      const entry = this.#known.get(match.placeholder);
      const written = text.slice(match.start, match.end);
      return entry === undefined ? [] : [{ entry, match, written }];
    });
  }
}
