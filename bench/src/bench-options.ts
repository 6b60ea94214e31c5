/** What every benchmark is told. */
export interface BenchOptions {
  /** How many interleaved rounds. */
  readonly rounds: number;
  /** One profile alone. */
  readonly only: string | undefined;
  /** For people who wait. */
  readonly onProgress: (line: string) => void;
}
