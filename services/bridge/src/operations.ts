import type { ReadyCheck } from "@veil/service-kit/http";
import { ALLOWED_CALLERS } from "./allowed-callers.ts";
import type { KeyRing } from "./ports.ts";

export async function checkReady(keyRing: KeyRing): Promise<readonly ReadyCheck[]> {
  const ok = await keyRing.current().then(
    () => true,
    () => false,
  );
  return [{ name: "key_ring", ok }];
}

export async function describeInvariant(): Promise<object> {
  return { zone: "identity", allowed_callers: ALLOWED_CALLERS, opens_connections_to: [] };
}
