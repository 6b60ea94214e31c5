import { randomBytes, type X509Certificate } from "node:crypto";
import { sha256 } from "@veil/crypto";
import { createHttpClient, HttpError } from "@veil/service-kit/http";
import { StampRefusedError, verifyTimeStamp } from "@veil/veil/time-stamp";
import type { StampAnswer, TimeStampAuthority } from "../time-stamps/time-stamp-authority.ts";
import { timeStampRequest } from "./time-stamp-request.ts";

const CONNECT_TIMEOUT_MS = 2_000;
const MAX_RESPONSE_BYTES = 65_536;
const NONCE_BYTES = 16;
const REPLY_TYPE = "application/timestamp-reply";

export interface TimeStampAddress {
  readonly url: string;
  /** The value of the `Authorization` header. */
  readonly authorization?: string | undefined;
  readonly timeoutMs: number;
  /** The trusted issuers. If empty, the issuer of the authority's certificate is not verified. */
  readonly authorities: readonly X509Certificate[];
}

/**
 * Creates a client for a time-stamping authority (RFC 3161, section 3.4).
 * @param proxyUrl - an HTTP proxy (CONNECT) for all requests to the authority
 */
export function createHttpTimeStampAuthority(
  { url, authorization, timeoutMs, authorities }: TimeStampAddress,
  proxyUrl?: string,
): TimeStampAuthority {
  const { origin, pathname, search } = new URL(url);
  const client = createHttpClient({
    baseUrl: origin,
    connections: 1,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    maxResponseBytes: MAX_RESPONSE_BYTES,
    ...(proxyUrl !== undefined && { proxyUrl }),
  });
  const headers = {
    "content-type": "application/timestamp-query",
    accept: REPLY_TYPE,
    ...(authorization !== undefined && { authorization }),
  };

  /** Returns undefined for an answer that is no reply of an authority. */
  async function ask(body: Uint8Array): Promise<Uint8Array | undefined> {
    const answer = await client.exchange({ path: pathname + search, headers, body }, timeoutMs);
    const type = String(answer.headers["content-type"]).split(";")[0]?.trim().toLowerCase();
    if (answer.status !== 200 || type !== REPLY_TYPE) return undefined;
    return answer.bytes;
  }

  return {
    async stamp(bytes) {
      const request = timeStampRequest(sha256(bytes), randomBytes(NONCE_BYTES));
      try {
        const reply = await ask(request.der);
        if (reply === undefined) return { kind: "refused", reason: "answer" };
        const { nonce } = request;
        const time = await verifyTimeStamp(reply, { nonce, bytes, authorities });
        return { kind: "stamped", reply, time };
      } catch (error) {
        return answerOf(error);
      }
    },
    close: () => client.close(),
  };
}

function answerOf(error: unknown): StampAnswer {
  if (error instanceof StampRefusedError) return { kind: "refused", reason: error.reason };
  if (!(error instanceof HttpError)) throw error;
  if (error.failure === "too_long") return { kind: "refused", reason: "length" };
  if (error.failure === "malformed") return { kind: "refused", reason: "answer" };
  return { kind: "unreachable" };
}
