import { systemRandomBytes } from "@veil/crypto";

let addresses = 0;
export function freshAddress(): string {
  addresses += 1;
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
}

export function freshEmail(): string {
  return `${systemRandomBytes(8).toString("hex")}@example.com`;
}
