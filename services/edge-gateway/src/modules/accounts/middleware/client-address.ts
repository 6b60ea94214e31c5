import type { Request } from "express";
import { ipKeyGenerator } from "express-rate-limit";

// A household or a server has a /64 of IPv6: counting single addresses would count nothing.
const IPV6_PREFIX = 64;

/** The client's address as express derives it under `trust proxy`; an IPv6 one as its network. */
export function clientAddressOf({ ip }: Request): string {
  return ip === undefined ? "unknown" : ipKeyGenerator(ip, IPV6_PREFIX);
}
