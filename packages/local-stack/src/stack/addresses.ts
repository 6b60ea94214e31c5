import { SERVICE_NAMES, type ServiceName } from "@veil/crypto";
import { freePorts, isFreePort } from "../free-port.ts";

interface Address {
  readonly port: number;
  readonly opsPort: number;
  readonly url: string;
  readonly opsUrl: string;
}

export type Addresses = Readonly<Record<ServiceName, Address>>;

/**
 * Two ports of 127.0.0.1 for each service.
 *
 * @param gatewayPort - the gateway's; undefined: any
 * @throws Error when `gatewayPort` is taken.
 */
export async function chooseAddresses(gatewayPort: number | undefined): Promise<Addresses> {
  if (gatewayPort !== undefined && !(await isFreePort(gatewayPort)))
    throw new Error(`Port ${gatewayPort} is taken: choose another with --port`);
  const free = [...(await freePorts(2 * SERVICE_NAMES.length))];
  const entries = SERVICE_NAMES.map((service) => {
    const own = service === "edge-gateway" ? gatewayPort : undefined;
    return [service, addressOf(own ?? take(free), take(free))] as const;
  });
  return Object.fromEntries(entries) as Record<ServiceName, Address>;
}

function take(ports: number[]): number {
  const port = ports.pop();
  if (port === undefined) throw new Error("No port left");
  return port;
}

function addressOf(port: number, opsPort: number): Address {
  return {
    port,
    opsPort,
    url: `http://127.0.0.1:${port}`,
    opsUrl: `http://127.0.0.1:${opsPort}`,
  };
}
