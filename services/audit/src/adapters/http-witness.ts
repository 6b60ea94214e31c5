import { createHttpClient, HttpError } from "@veil/service-kit/http";
import { isSize, type NoteKey } from "@veil/veil/log";
import type { Witness, WitnessAnswer } from "../witnesses/witness.ts";

const TIMEOUT_MS = 5_000;
const CONNECT_TIMEOUT_MS = 2_000;
const MAX_RESPONSE_BYTES = 16_384;
const CONFLICT = 409;

interface WitnessAddress {
  /** The witness's submission prefix. */
  readonly url: string;
  readonly key: NoteKey;
}

/**
 * Creates a client for a witness (C2SP tlog-witness).
 * @param proxyUrl - an HTTP proxy (CONNECT) for all requests to the witness
 */
export function createHttpWitness({ url, key }: WitnessAddress, proxyUrl?: string): Witness {
  const client = createHttpClient({
    baseUrl: url,
    connections: 1,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    maxResponseBytes: MAX_RESPONSE_BYTES,
    readStatuses: [CONFLICT],
    ...(proxyUrl !== undefined && { proxyUrl }),
  });
  return {
    key,
    async submit(body) {
      const headers = { "content-type": "text/plain; charset=utf-8" };
      const request = { path: "/add-checkpoint", headers, body };
      try {
        const { status, bytes } = await client.exchange(request, TIMEOUT_MS);
        return answerOf(status, new TextDecoder().decode(bytes));
      } catch (error) {
        if (error instanceof HttpError) return { kind: "unreachable" };
        throw error;
      }
    },
    close: () => client.close(),
  };
}

function answerOf(status: number, text: string): WitnessAnswer {
  if (status === 200) return { kind: "cosigned", lines: text };
  const size = text.replace(/\n$/, "");
  if (status === CONFLICT && isSize(size)) return { kind: "conflict", size: Number(size) };
  return { kind: "refused", status };
}
