import { checkedJson } from "@veil/contracts/parsing";
import { deriveKey, openWithKey, sealWithKey, VerificationError } from "@veil/crypto";
import type { Static, TSchema } from "typebox";

/** Seals what a browser keeps for the gateway, so that the gateway stores nothing. */
interface SealedToken<T> {
  /** Returns the value as text in base64url, of which the browser reads nothing. */
  seal(value: T): string;
  /** Returns undefined for a text that this gateway did not seal for this purpose. */
  open(text: string): T | undefined;
}

/**
 * Creates tokens of one purpose.
 * @param dataKey - the gateway's data key: 64 hexadecimal digits
 */
export function sealedToken<const S extends TSchema>(
  schema: S,
  { dataKey, purpose }: { readonly dataKey: string; readonly purpose: string },
): SealedToken<Static<S>> {
  const parse = checkedJson(schema);
  const key = deriveKey(Buffer.from(dataKey, "hex"), `veil/gateway/${purpose}/v1`);
  return {
    seal: (value) =>
      sealWithKey(key, Buffer.from(JSON.stringify(value)), purpose).toString("base64url"),
    open(text) {
      try {
        return parse(openWithKey(key, Buffer.from(text, "base64url"), purpose));
      } catch (error) {
        if (error instanceof VerificationError) return undefined;
        throw error;
      }
    },
  };
}
