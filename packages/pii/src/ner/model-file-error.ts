/** A file is no model, a damaged one, or one of another version of this package. */
export class ModelFileError extends Error {
  override readonly name = "ModelFileError";

  constructor(reason: string, options?: ErrorOptions) {
    super(`Not a usable name model: ${reason}`, options);
  }
}
