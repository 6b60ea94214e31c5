import { checked } from "@veil/contracts/parsing";
import { type SanitiseRequest, SanitiseResponse } from "@veil/contracts/sanitiser";
import { readSanitiseResponse, type Sanitised } from "@veil/pii/sanitise-response";

const parse = checked(SanitiseResponse);

export function sanitisedOf(fields: SanitiseRequest["fields"], body: unknown): Sanitised {
  const answer = parse(body);
  return { ...readSanitiseResponse(fields, answer), layers_active: answer.layers_active };
}
