import { readFile } from "node:fs/promises";
import path from "node:path";
import { loadServiceKeys } from "@veil/crypto";
import type { Stack } from "@veil/local-stack";
import { createTokenIssuer } from "@veil/service-kit/http";
import { Pool } from "undici";

const CONNECTIONS = 4;

export interface OpenSanitiser {
  /**
   * Sends one request. @returns its duration in milliseconds. @throws Error unless the status is
   * 200
   */
  sanitise(body: Uint8Array): Promise<number>;
  close(): Promise<void>;
}

/**
 * Opens a client for serialized bodies, because serializing 4 MB would block the event loop that
 * measures.
 */
export async function openSanitiser(stack: Stack): Promise<OpenSanitiser> {
  const keyFile = path.join(stack.stateDir, "keys/edge-gateway.keys.json");
  const keys = loadServiceKeys(await readFile(keyFile, "utf8"), "edge-gateway");
  const issuer = createTokenIssuer(keys);
  const pool = new Pool(stack.url("sanitiser"), { connections: CONNECTIONS, pipelining: 1 });
  return {
    async sanitise(content) {
      const authorization = `Bearer ${await issuer.tokenFor("sanitiser")}`;
      const startedAt = performance.now();
      const { statusCode, body } = await pool.request({
        path: "/sanitise",
        method: "POST",
        headers: { authorization, "content-type": "application/json" },
        body: content,
      });
      for await (const _ of body);
      if (statusCode !== 200) throw new Error(`The sanitiser answered ${statusCode}`);
      return performance.now() - startedAt;
    },
    close: () => pool.close(),
  };
}

export function requestBody(text: string): Uint8Array {
  return Buffer.from(JSON.stringify({ fields: [{ name: "text", text }] }));
}
