/** The signed manifest between two runs. */
export interface ManifestStore {
  /** Undefined when there is none. Rejects when it exists and cannot be read. */
  read(): Promise<string | undefined>;
  /** Replaces the text as a whole: a crash leaves the old or the new one. */
  write(text: string): Promise<void>;
}
