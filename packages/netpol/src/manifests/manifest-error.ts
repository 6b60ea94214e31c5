/** An error in the input. Its message contains the place and the reason. */
export class ManifestError extends Error {
  override readonly name = "ManifestError";
}
