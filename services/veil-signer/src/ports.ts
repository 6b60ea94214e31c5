/** Where the signed manifest is kept between two runs. */
export interface ManifestStore {
  /** The text last written; undefined when there is none. Rejects when it is there and cannot be read. */
  read(): Promise<string | undefined>;
  /** Replaces the text as a whole: a crash leaves the old one or the new one. */
  write(text: string): Promise<void>;
}
