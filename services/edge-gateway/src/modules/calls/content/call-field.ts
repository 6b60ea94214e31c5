export interface NamedText<T extends string = string> {
  readonly name: string;
  readonly text: T;
}

/** A text to be sanitised. */
export interface CallField extends NamedText {
  /** What its name says about it, in words. */
  readonly label?: string;
  /** `false` if no answer repeats its values, since they are not the user's own. */
  readonly restorable?: false;
  /** Keeps placeholders of this request in the text: an earlier answer has them, unrestored. */
  readonly keepsPlaceholders?: true;
}
