export interface BenchOptions {
  readonly rounds: number;
  readonly minutes: number;
  readonly only: string | undefined;
  /** A folder with another checkout of this repository. */
  readonly base: string | undefined;
  readonly onProgress: (line: string) => void;
}
