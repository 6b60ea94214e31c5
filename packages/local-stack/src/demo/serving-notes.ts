import { requestBody } from "./demo-client.ts";
import { EXAMPLES } from "./examples.ts";

interface ServingNotesOptions {
  readonly gatewayUrl: string;
  readonly keyFile: string;
  readonly simulatorUrl: string | undefined;
}

export function servingNotes({ gatewayUrl, keyFile, simulatorUrl }: ServingNotesOptions): string {
  const [example] = EXAMPLES;
  const body = example === undefined ? "{}" : JSON.stringify(requestBody(example));
  return [
    `Gateway    ${gatewayUrl}`,
    `Invariants ${gatewayUrl}/invariant`,
    `Key        ${keyFile}`,
    ...(simulatorUrl === undefined ? [] : [`Provider   ${simulatorUrl}/_record (simulated)`]),
    "",
    `curl -s ${gatewayUrl}/api/v1/proxy/messages \\`,
    `  -H "x-api-key: $(cat ${quoted(keyFile)})" -H 'content-type: application/json' \\`,
    `  -d ${quoted(body)}`,
    "",
    "Ctrl-C stops everything.",
  ].join("\n");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
