import type { Readable } from "node:stream";

/** What a command may use of its process. */
export interface Cli {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Streams standard input as it arrives. */
  readonly input: () => Readable;
  /** Reads standard input to its end. */
  readonly readInput: () => Promise<Uint8Array>;
  /** Whether a person types the input, and whether a person sees the progress. */
  readonly terminal: { readonly input: boolean; readonly errors: boolean };
  /** Aborts on Ctrl-C. */
  readonly interrupted: AbortSignal;
  readonly sleep: (ms: number) => Promise<void>;
}
