/**
 * Letters and punctuation of scripts that are written without spaces: Chinese, Japanese, Thai, Lao,
 * Myanmar, Khmer.
 */
const UNSPACED: readonly (readonly [number, number])[] = [
  [0x0e00, 0x0eff],
  [0x1000, 0x109f],
  [0x1780, 0x17b3],
  [0x17b6, 0x17ff],
  [0x3001, 0x300f],
  [0x3012, 0x312f],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xf900, 0xfaff],
  [0xff01, 0xff01],
  [0xff08, 0xff09],
  [0xff0c, 0xff0c],
  [0xff1b, 0xff1b],
  [0xff1f, 0xff1f],
];
/** Matches signs of URLs. Text without any of them contains no URL, as written or decoded. */
const SIGN = /[:/\\@&%.\uff0e\uff61]|\p{Default_Ignorable_Code_Point}/u;
const LAST_ASCII = 0x7f;

/**
 * Finds where a run ends although no space follows: between two signs of a script without spaces,
 * unless the run already has a sign of a URL, which could continue. It follows a text from the
 * beginning of a run.
 */
export class RunBorders {
  #isUnspaced = false;
  #hasSign = false;

  /** Returns whether a run ends before the next code unit. */
  isBefore(unit: number): boolean {
    return this.#isUnspaced && !this.#hasSign && isUnspaced(unit);
  }

  pass(unit: number): void {
    this.#isUnspaced = isUnspaced(unit);
    this.#hasSign ||= SIGN.test(String.fromCharCode(unit));
  }

  /** Passes a placeholder, or the value that replaces it. */
  passPlaceholder(): void {
    this.#isUnspaced = false;
  }
}

function isUnspaced(unit: number): boolean {
  return unit > LAST_ASCII && UNSPACED.some(([first, last]) => unit >= first && unit <= last);
}
