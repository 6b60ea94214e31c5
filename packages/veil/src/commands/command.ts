/** Has the exit code of wrong usage. */
export class InputError extends Error {
  override readonly name = "InputError";
}

export interface Command {
  /** Such as `keys init`. */
  readonly name: string;
  readonly summary: string;
  readonly help: string;
  /** @throws Error for wrong usage */
  prepare(args: readonly string[]): (print: (text: string) => void) => Promise<void>;
}
