/** The message names place and reason. */
export class ManifestError extends Error {
  override readonly name = "ManifestError";
}
