import type { Clock } from "@veil/contracts/clock";
import { Type } from "typebox";
import type { DataKeys } from "../../../platform/data-keys.ts";
import { sealedToken } from "../../../platform/sealed-token.ts";
import type { OperatorKey } from "../../accounts/index.ts";
import type { OperatorTokens } from "../ports.ts";

/** The lifetime of an administrator's session. */
const OPERATOR_SESSION_MS = 15 * 60_000;

const Session = Type.Object({ keyId: Type.String(), expiresAtMs: Type.Integer() });

interface TokenOptions {
  readonly dataKeys: DataKeys;
  readonly keys: readonly OperatorKey[];
  readonly nowMs: Clock;
}

/** Creates the tokens of administrators' sessions. */
export function createOperatorTokens({ dataKeys, keys, nowMs }: TokenOptions): OperatorTokens {
  const tokens = sealedToken(Session, { dataKeys, purpose: "operator-sessions" });
  return {
    issue(keyId) {
      const expiresAtMs = nowMs() + OPERATOR_SESSION_MS;
      return { token: tokens.seal({ keyId, expiresAtMs }), expiresAt: new Date(expiresAtMs) };
    },
    identify(token) {
      const session = tokens.open(token);
      if (session === undefined || session.expiresAtMs <= nowMs()) return undefined;
      return keys.find(({ id }) => id === session.keyId)?.id;
    },
  };
}
