import path from "node:path";
import { requestBody } from "./demo-client.ts";
import { EXAMPLES } from "./examples.ts";
import { shellQuoted, tour } from "./tour.ts";

interface ServingNotesOptions {
  readonly gatewayUrl: string;
  readonly keyFile: string;
  readonly simulatorUrl: string | undefined;
  /** What a verifier of certificates pins. */
  readonly manifestPin: string;
  readonly witnessKey: string | undefined;
}

export function servingNotes(options: ServingNotesOptions): string {
  const { gatewayUrl, keyFile, simulatorUrl, manifestPin, witnessKey } = options;
  const [example] = EXAMPLES;
  const body = example === undefined ? "{}" : JSON.stringify(requestBody(example));
  return [
    `Gateway    ${gatewayUrl}`,
    `Interface  ${gatewayUrl}/docs`,
    `Invariants ${gatewayUrl}/invariant`,
    `Key        ${keyFile}`,
    `Pin        ${manifestPin} (of the key manifest, for veil verify)`,
    ...(witnessKey === undefined ? [] : [`Witness    ${witnessKey}`]),
    `Command    VEIL_URL=${gatewayUrl} VEIL_API_KEY="$(cat ${shellQuoted(keyFile)})" npx veil usage`,
    ...(simulatorUrl === undefined ? [] : [`Provider   ${simulatorUrl}/_record (simulated)`]),
    "",
    `curl -s ${gatewayUrl}/api/v1/proxy/messages \\`,
    `  -H "x-api-key: $(cat ${shellQuoted(keyFile)})" -H 'content-type: application/json' \\`,
    `  -d ${shellQuoted(body)}`,
    "",
    ...tour({ gatewayUrl, keyFile, ownKeyFile: path.join(path.dirname(keyFile), "tour-key") }),
    "",
    "Ctrl-C stops everything.",
  ].join("\n");
}
