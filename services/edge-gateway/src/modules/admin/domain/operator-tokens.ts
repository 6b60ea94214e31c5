import type { Clock } from "@veil/contracts/clock";
import { checkedJson } from "@veil/contracts/parsing";
import { deriveKey, openWithKey, sealWithKey, VerificationError } from "@veil/crypto";
import { Type } from "typebox";
import type { OperatorKey } from "../../accounts/index.ts";

/** The lifetime of an administrator's session. */
const OPERATOR_SESSION_MS = 15 * 60_000;
const CONTEXT = "operator-session";

const parse = checkedJson(Type.Object({ keyId: Type.String(), expiresAtMs: Type.Integer() }));

interface TokenOptions {
  /** The gateway's data key: 64 hexadecimal digits. */
  readonly dataKey: string;
  readonly keys: readonly OperatorKey[];
  readonly nowMs: Clock;
}

/**
 * The tokens of administrators' sessions. A token is sealed under the data key and stored nowhere,
 * so every replica opens it. It ends after 15 minutes, or when its key is removed from the settings.
 */
export interface OperatorTokens {
  issue(keyId: string): { readonly token: string; readonly expiresAt: Date };
  /** Returns the id of the key that started the session. Undefined if it has ended. */
  identify(token: string): string | undefined;
}

export function createOperatorTokens({ dataKey, keys, nowMs }: TokenOptions): OperatorTokens {
  const key = deriveKey(Buffer.from(dataKey, "hex"), "veil/gateway/operator-sessions/v1");
  return {
    issue(keyId) {
      const expiresAtMs = nowMs() + OPERATOR_SESSION_MS;
      const content = Buffer.from(JSON.stringify({ keyId, expiresAtMs }));
      const token = sealWithKey(key, content, CONTEXT).toString("base64url");
      return { token, expiresAt: new Date(expiresAtMs) };
    },
    identify(token) {
      const opened = openToken(key, token);
      if (opened === undefined || opened.expiresAtMs <= nowMs()) return undefined;
      return keys.find(({ id }) => id === opened.keyId)?.id;
    },
  };
}

function openToken(key: Uint8Array, token: string) {
  try {
    return parse(openWithKey(key, Buffer.from(token, "base64url"), CONTEXT));
  } catch (error) {
    if (error instanceof VerificationError) return undefined;
    throw error;
  }
}
