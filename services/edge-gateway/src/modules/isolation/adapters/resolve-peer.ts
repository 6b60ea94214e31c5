import { lookup } from "node:dns/promises";
import type { ServiceName } from "@veil/crypto";
import type { Peer } from "../domain/zone-report.ts";

export async function resolvePeer(name: ServiceName, baseUrl: string): Promise<Peer> {
  const { hostname, port, protocol } = new URL(baseUrl);
  const address = await lookup(hostname.replace(/^\[|\]$/g, "")).then(
    (found) => found.address,
    () => undefined,
  );
  return { name, address, port: Number(port || (protocol === "https:" ? 443 : 80)) };
}
