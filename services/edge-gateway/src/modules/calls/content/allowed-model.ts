import { ApiError } from "@veil/contracts/errors";
import { findHardIdentifiers } from "@veil/pii/hard-identifiers";

/**
 * Provider, job record and audit log get the name as it is, so it must not be an address or an
 * account.
 * @param modelsAllowed - empty: all
 * @throws ApiError `invalid_field`
 */
export function requireAllowedModel(
  model: string | undefined,
  modelsAllowed: readonly string[],
): void {
  if (model !== undefined && findHardIdentifiers(model).length > 0)
    throw new ApiError("invalid_field", 'Field "model" contains personal data');
  if (model === undefined || modelsAllowed.length === 0 || modelsAllowed.includes(model)) return;
  throw new ApiError("invalid_field", 'Field "model": this model is not allowed here', {
    hint: `Allowed: ${modelsAllowed.join(", ")}`,
  });
}
