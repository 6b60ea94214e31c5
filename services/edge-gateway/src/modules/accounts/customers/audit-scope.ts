import { hmacSha256 } from "@veil/crypto";
import type { AccountSecrets } from "../keys/account-secrets.ts";
import type { StoredApiKey } from "../ports.ts";

/**
 * The audit log keeps an organization's events under this scope, which cannot be linked once the
 * organization's key is destroyed.
 */
export function auditScope(
  { orgId, sealedScopeKey }: Pick<StoredApiKey, "orgId" | "sealedScopeKey">,
  secrets: Pick<AccountSecrets, "openField">,
): string {
  return hmacSha256(secrets.openField("scope-key", orgId, sealedScopeKey), orgId).toString("hex");
}
