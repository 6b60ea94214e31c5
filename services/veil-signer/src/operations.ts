import type { ReadyCheck } from "@veil/http-kit";

/** The service waits for nothing: it has its manifest, or it has not started. */
export async function checkReady(): Promise<readonly ReadyCheck[]> {
  return [{ name: "manifest", ok: true }];
}

export async function describeInvariant(): Promise<object> {
  return {
    zone: "veil",
    allowed_callers: ["edge-gateway"],
    opens_connections_to: [],
    manifest_form: "development",
  };
}
