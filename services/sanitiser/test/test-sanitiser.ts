import type { ServiceName } from "@veil/crypto";
import { readBundledModels } from "@veil/pii/models";
import { createTokenIssuer } from "@veil/service-kit/http";
import { createLogger } from "@veil/service-kit/telemetry";
import { withKeyFiles } from "@veil/testing";
import request from "supertest";
import { createInlinePiiPool } from "../src/adapters/inline-pii-pool.ts";
import { readConfig } from "../src/config.ts";
import { createSanitiser, type SanitiserOverrides } from "../src/sanitiser.ts";
import { claimMacKey, openEntityLists, testTrust } from "./sealed-lists.ts";

export const TRACE_ID = "0af7651916cd43dd8448eb211c80319c";

/** A pool without threads, shared by a test file because reading the models is slow. */
export const inlinePool = createInlinePiiPool(openEntityLists(), {
  claimMacKey,
  names: readBundledModels(),
});

export type TestSanitiser = Awaited<ReturnType<typeof startTestSanitiser>>;

export async function startTestSanitiser(
  settings: Readonly<Record<string, string>> = {},
  overrides: Pick<SanitiserOverrides, "pool"> = { pool: inlinePool },
) {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const log = createLogger({ service: "sanitiser", level: "debug", destination });
  const config = withKeyFiles(testTrust, "sanitiser", (files) =>
    readConfig({ ...files, ...settings }),
  );
  const { app, opsApp, start, stop } = createSanitiser(config, { log, ...overrides });
  await start();
  return {
    ...{ app, opsApp, lines },
    async post(body: unknown, caller: ServiceName = "edge-gateway") {
      return request(app)
        .post("/sanitise")
        .auth(await tokenOf(caller), { type: "bearer" })
        .set("x-request-id", "req_given")
        .set("traceparent", `00-${TRACE_ID}-b7ad6b7169203331-01`)
        .set("content-type", "application/json")
        .send(typeof body === "string" ? body : JSON.stringify(body));
    },
    close: stop,
  };
}

export function tokenOf(service: ServiceName): Promise<string> {
  return createTokenIssuer(testTrust.keysOf(service)).tokenFor("sanitiser");
}
