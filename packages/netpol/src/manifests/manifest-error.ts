/** Manifests that cannot be read, or that the API server would refuse. The message says where and what. */
export class ManifestError extends Error {
  override readonly name = "ManifestError";
}
