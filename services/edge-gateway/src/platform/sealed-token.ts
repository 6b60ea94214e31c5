import { checkedJson } from "@veil/contracts/parsing";
import { VerificationError } from "@veil/crypto";
import type { Static, TSchema } from "typebox";
import type { DataKeys } from "./data-keys.ts";

/** Seals what a browser keeps for the gateway, so that the gateway stores nothing. */
interface SealedToken<T> {
  /** Returns the value as text in base64url, of which the browser reads nothing. */
  seal(value: T): string;
  /** Returns undefined for a text that this gateway did not seal for this purpose. */
  open(text: string): T | undefined;
}

interface TokenOptions {
  readonly dataKeys: DataKeys;
  readonly purpose: "operator-sessions" | "sign-in-flows";
}

/** Creates tokens of one purpose. */
export function sealedToken<const S extends TSchema>(
  schema: S,
  { dataKeys, purpose }: TokenOptions,
): SealedToken<Static<S>> {
  const parse = checkedJson(schema);
  const sealing = dataKeys.sealing(purpose);
  return {
    seal: (value) =>
      sealing.seal(Buffer.from(JSON.stringify(value)), purpose).toString("base64url"),
    open(text) {
      try {
        return parse(sealing.open(Buffer.from(text, "base64url"), purpose));
      } catch (error) {
        if (error instanceof VerificationError) return undefined;
        throw error;
      }
    },
  };
}
