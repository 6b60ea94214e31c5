import { InvalidArgumentError, Option } from "@commander-js/extra-typings";
import { type CeremonyRole, readPin } from "@veil/veil";
import { keyParser } from "../options.ts";

/** An example key: the public key of RFC 8032, section 7.1, test 1. */
export const EXAMPLE_PIN =
  "9c1d2e3f4a5b:d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";

/** Returns the option for the public key of a role, as `veil ceremony key` prints it. */
export function pinOption<const Role extends CeremonyRole>(role: Role) {
  const text = `public key of the ${role}, as veil ceremony key printed it, told by the ${role} itself`;
  return new Option(`--${role} <KEY_ID:HEX>`, text)
    .argParser(keyParser(readPin))
    .makeOptionMandatory();
}

const ENDED = /^([A-Za-z0-9_-]{1,64})=(\S+)$/;

/** Parses an option `KEY_ID=TIME` that may be repeated. */
export function endedAt(
  text: string,
  before: ReadonlyMap<string, string> = new Map(),
): ReadonlyMap<string, string> {
  const [, keyId, time] = ENDED.exec(text) ?? [];
  if (keyId === undefined || time === undefined)
    throw new InvalidArgumentError("Use KEY_ID=TIME, such as 3f9a0c51d2e4=2026-01-31T12:00:00Z.");
  return new Map([...before, [keyId, time]]);
}
