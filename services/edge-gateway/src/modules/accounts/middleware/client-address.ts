import type { Request } from "express";
import { ipKeyGenerator } from "express-rate-limit";

// A household or a server has an IPv6 /64, so single addresses are not counted.
const IPV6_PREFIX = 64;

export function clientAddressOf({ ip }: Request): string {
  return ip === undefined ? "unknown" : ipKeyGenerator(ip, IPV6_PREFIX);
}
