export interface AdmittedJob {
  readonly jobId: string;
  readonly begin?: () => void;
  /** The answer can be requested again under its Idempotency-Key. */
  readonly repeatable: boolean;
}

/** The store's answer was lost, so it is unknown whether the job was admitted. */
export interface OpenJob {
  readonly jobId: string;
  readonly repeatable: boolean;
  readonly settled: () => Promise<AdmittedJob | undefined>;
}
