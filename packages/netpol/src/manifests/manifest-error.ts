/** Manifests that cannot be read, or that the API server would refuse. The message names the place and the reason. */
export class ManifestError extends Error {
  override readonly name = "ManifestError";
}
