import type { Readable } from "node:stream";

/** What a command may use of its process. */
export interface Cli {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Standard input as it comes. */
  readonly input: () => Readable;
  /** Standard input to its end. */
  readonly readInput: () => Promise<Uint8Array>;
  /** Whether a person types the input, and whether one sees the progress. */
  readonly terminal: { readonly input: boolean; readonly errors: boolean };
  /** Ctrl-C. */
  readonly interrupted: AbortSignal;
  readonly sleep: (ms: number) => Promise<void>;
}
