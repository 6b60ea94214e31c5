import { SanitiseRequest } from "@veil/contracts/sanitiser";
import { checked, parseJson } from "@veil/http-kit/parsing";
import { createEngine, sanitiseFields } from "@veil/pii";
import { readBundledModels } from "@veil/pii/models";

const parse = checked(SanitiseRequest);
const encoder = new TextEncoder();

/** Does one job from bytes to bytes; made once for a thread, it reads the models. @throws ApiError when the body is not as agreed. */
export function createPiiJob(): (body: Uint8Array) => Uint8Array<ArrayBuffer> {
  const engine = createEngine({ names: readBundledModels() });
  return (body) => encoder.encode(JSON.stringify(sanitiseFields(engine, parse(parseJson(body)))));
}
