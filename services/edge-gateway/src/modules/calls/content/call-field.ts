export interface NamedText<T extends string = string> {
  readonly name: string;
  readonly text: T;
}

/** A text to be sanitised. */
export interface CallField extends NamedText {
  /** What its name says of it, in words. */
  readonly label?: string;
  /** `false`: no answer repeats its values, as they are not the user's own. */
  readonly restorable?: false;
  /** Text like a placeholder that this request issues stays: an earlier answer, which was not restored. */
  readonly keepsPlaceholders?: true;
}
