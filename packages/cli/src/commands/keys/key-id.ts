import { usageError } from "../../program/command-error.ts";
import type { Key } from "../../settings/read-settings.ts";

/** Returns the public part of a key. @throws CommandError whose message does not contain the key */
export function keyIdIn({ value, source }: Key): string {
  const id = /^(?:svc|gw_live)_([0-9A-Za-z]{8})/.exec(value)?.[1];
  if (id === undefined) throw usageError(`${source} is not an API key; name the KEY_ID`);
  return id;
}
