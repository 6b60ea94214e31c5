import { checked } from "@veil/contracts/parsing";
import type { Static, TSchema } from "typebox";
import { ProviderError } from "../ports.ts";

/** A reader of what a provider sends. @throws ProviderError `unreadable` when it is not as `schema` says. */
export function readProviderData<const S extends TSchema>(
  schema: S,
): (value: unknown) => Static<S> {
  const parse = checked(schema);
  return (value) => {
    try {
      return parse(value);
    } catch (cause) {
      throw new ProviderError("unreadable", { cause });
    }
  };
}

/** @throws ProviderError `unreadable` */
export function jsonOf(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch (cause) {
    throw new ProviderError("unreadable", { cause });
  }
}
