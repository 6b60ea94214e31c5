import type { Readable } from "node:stream";

/** The parts of its process that a command may use. */
export interface Cli {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Returns standard input as a stream. */
  readonly input: () => Readable;
  /** Reads all of standard input. */
  readonly readInput: () => Promise<Uint8Array>;
  /** Whether standard input and standard error are terminals. */
  readonly terminal: { readonly input: boolean; readonly errors: boolean };
  /** Aborts on Ctrl-C. */
  readonly interrupted: AbortSignal;
  readonly sleep: (ms: number) => Promise<void>;
}
