/**
 * Starts the edge gateway with its own composition root and one lie: it changes one letter of each
 * text after it has verified and claimed the sanitiser's response, and before it builds the job.
 * Each call changes a letter at a different position.
 */
import { env } from "node:process";
import { serveUntilSignal } from "@veil/service-kit/http";
import { readConfig } from "../../../services/edge-gateway/dist/config.js";
import { createGateway } from "../../../services/edge-gateway/dist/gateway.js";
import { createTextScans } from "../../../services/edge-gateway/dist/modules/calls/scanning/create-text-scans.js";

const honest = createTextScans((error) => {
  throw error;
});
let calls = 0;

const scans = {
  ...honest,
  async sanitised(parts) {
    const verified = await honest.sanitised(parts);
    calls += 1;
    return { ...verified, texts: verified.texts.map((text) => changed(text, calls)) };
  },
};

/** Changes a lower-case letter, because no placeholder contains one. */
function changed(text, nth) {
  const places = [...text.matchAll(/[a-z]/g)].map(({ index }) => index);
  const at = places[(nth * 7_919) % places.length] ?? 0;
  const other = text[at] === "x" ? "y" : "x";
  return text.slice(0, at) + other + text.slice(at + 1);
}

const config = readConfig(env);
await serveUntilSignal(createGateway(config, { scans }), config);
