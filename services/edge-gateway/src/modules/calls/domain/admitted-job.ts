export interface AdmittedJob {
  readonly jobId: string;
  /** Sends it; absent when it is on its way already. */
  readonly begin?: () => void;
  /** The answer may be asked for again under its Idempotency-Key. */
  readonly repeatable: boolean;
}

/** Whether it was admitted is not known: the store's answer was lost. */
export interface OpenJob {
  readonly jobId: string;
  readonly repeatable: boolean;
  /** The job once it is known, undefined when that was given up. @throws ApiError when it was not admitted. */
  readonly settled: () => Promise<AdmittedJob | undefined>;
}
