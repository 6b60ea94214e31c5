/** Thrown when a file is not a model, is damaged, or is of another version of this package. */
export class ModelFileError extends Error {
  override readonly name = "ModelFileError";

  constructor(reason: string, options?: ErrorOptions) {
    super(`Not a usable name model: ${reason}`, options);
  }
}
