import { JsonReading } from "./json-reading.ts";
import { TextReading } from "./text-reading.ts";
import { isLineEnd } from "./units.ts";

interface Shown {
  readonly written: string;
  readonly value: string;
}

/** A placeholder, and the text that replaces it. */
export interface ReadPlaceholder extends Shown {
  readonly isRestored: boolean;
}

/**
 * Follows a document as the rule for whole answers reads it: as text, and string by string where it
 * may be JSON.
 */
export class DocumentReading {
  #text = new TextReading();
  #json = new JsonReading();

  read(text: string): void {
    for (let at = 0; at < text.length; at += 1) {
      const unit = text.charCodeAt(at);
      const isFence = isLineEnd(unit) && this.#text.isOnFenceLine;
      this.#text.readUnit(unit);
      this.#json.readUnit(unit);
      if (isFence) this.#json.begin();
    }
  }

  /** Returns whether the value is in text here, however the document continues. */
  allows({ value, written }: Shown): boolean {
    return this.#text.isText && this.#json.isText && this.#json.allows(value, written);
  }

  /**
   * Returns whether text in the form of a placeholder may be restored here: everywhere except in
   * the names of JSON members.
   */
  allowsLiteral({ value, written }: Shown): boolean {
    return this.#json.allows(value, written);
  }

  /**
   * Reads a placeholder as the rule for whole answers does: with a letter in its place, with its
   * value, and as written if it stays.
   */
  readPlaceholder({ written, value, isRestored }: ReadPlaceholder): void {
    const contents = isRestored ? [LETTER, value] : [LETTER, value, written];
    this.#text.readOneOf(contents);
    this.#json.readPlaceholder(written, contents);
  }

  /** Restores no value from here on. */
  refuse(): void {
    this.#text.refuse();
  }

  copy(): DocumentReading {
    const copy = new DocumentReading();
    copy.#text = this.#text.copy();
    copy.#json = this.#json.copy();
    return copy;
  }
}

const LETTER = "q";
