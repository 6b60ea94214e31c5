/** Unusable input, such as a missing file; has the exit code of wrong usage. */
export class InputError extends Error {
  override readonly name = "InputError";
}

export interface Command {
  /** The words that select it, such as `keys init`. */
  readonly name: string;
  readonly summary: string;
  readonly help: string;
  /** Reads the arguments. @throws Error for wrong usage. @returns the work, which may fail too. */
  prepare(args: readonly string[]): (print: (text: string) => void) => Promise<void>;
}
