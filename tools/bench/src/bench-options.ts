export interface BenchOptions {
  readonly rounds: number;
  readonly minutes: number;
  readonly only: string | undefined;
  readonly onProgress: (line: string) => void;
}
