import { checked, rawJson } from "@veil/contracts/parsing";
import type { Static, TSchema } from "typebox";
import { ProviderError } from "../ports.ts";

/** @throws ProviderError `unreadable` when the data does not match the schema */
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

export function jsonOf(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch (cause) {
    throw new ProviderError("unreadable", { cause });
  }
}

/** @throws ProviderError `refused` for invalid JSON, which would fail at every attempt */
export function sentJson(json: string): Record<string, unknown> {
  try {
    return rawJson(json);
  } catch (cause) {
    throw new ProviderError("refused", { cause });
  }
}
