import { SERVICE_NAMES, type ServiceName } from "@veil/crypto";
import { isFreePort } from "../ports/listen-on.ts";
import type { PortBlock } from "../ports/port-block.ts";

interface Address {
  readonly port: number;
  readonly opsPort: number;
  readonly url: string;
  readonly opsUrl: string;
}

export type ServiceAddresses = Readonly<Record<ServiceName, Address>>;

/**
 * @param gatewayPort - the gateway's port, or undefined for a free port
 * @param encrypted - true if the services behind the gateway use TLS
 * @throws Error when `gatewayPort` is in use
 */
export async function chooseAddresses(
  ports: PortBlock,
  gatewayPort: number | undefined,
  encrypted: boolean,
): Promise<ServiceAddresses> {
  if (gatewayPort !== undefined && !(await isFreePort(gatewayPort)))
    throw new Error(`Port ${gatewayPort} is in use: choose another with --port`);
  const entries: [ServiceName, Address][] = [];
  for (const service of SERVICE_NAMES) {
    const isGateway = service === "edge-gateway";
    const protocol = encrypted && !isGateway ? "https" : "http";
    const port = (isGateway ? gatewayPort : undefined) ?? (await ports.next());
    entries.push([service, addressOf(protocol, port, await ports.next())]);
  }
  return Object.fromEntries(entries) as Record<ServiceName, Address>;
}

function addressOf(protocol: "http" | "https", port: number, opsPort: number): Address {
  return {
    port,
    opsPort,
    url: `${protocol}://127.0.0.1:${port}`,
    opsUrl: `http://127.0.0.1:${opsPort}`,
  };
}
