import type { Clock } from "@veil/contracts/clock";
import type { PrincipalName, ServiceKeys } from "@veil/crypto";
import { SignJWT } from "jose";

export interface TokenIssuer {
  readonly service: PrincipalName;
  /** Returns a token, which is cached for half its lifetime. */
  tokenFor(audience: string): Promise<string>;
}

export const TOKEN_LIFETIME_S = 60;
const RENEW_AFTER_MS = (TOKEN_LIFETIME_S * 1000) / 2;

/** Creates an issuer of JSON Web Tokens that are signed with EdDSA (RFC 7519, RFC 8037). */
export function createTokenIssuer(keys: ServiceKeys, nowMs: Clock = Date.now): TokenIssuer {
  const { keyId, key } = keys.signing("service-token");
  const cache = new Map<string, { token: Promise<string>; signedAtMs: number }>();

  function sign(audience: string): Promise<string> {
    const issuedAt = Math.floor(nowMs() / 1000);
    return new SignJWT()
      .setProtectedHeader({ alg: "EdDSA", kid: keyId })
      .setIssuer(keys.service)
      .setAudience(audience)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + TOKEN_LIFETIME_S)
      .sign(key);
  }

  return {
    service: keys.service,
    tokenFor(audience) {
      const now = nowMs();
      const cached = cache.get(audience);
      // The age is negative when the clock was set back. The cached token would then not be valid
      // yet.
      const age = now - (cached?.signedAtMs ?? Number.NEGATIVE_INFINITY);
      if (cached !== undefined && age >= 0 && age < RENEW_AFTER_MS) return cached.token;
      const token = sign(audience);
      cache.set(audience, { token, signedAtMs: now });
      return token;
    },
  };
}
