import { ApiError } from "@veil/contracts/errors";
import type { CustomerKey } from "../ports.ts";

/**
 * A key with an end makes calls until then and manages nothing: otherwise its thief would outlast
 * the rotation, with a key that it issues or by the end of its successor.
 * @throws ApiError `key_replaced`
 */
export function requireLasting({ expiresAt }: Pick<CustomerKey, "expiresAt">): void {
  if (expiresAt === undefined) return;
  throw new ApiError(
    "key_replaced",
    "This key has been replaced: until its end it can be used only for inference, scans and the usage",
    { hint: "Use the key that replaced it" },
  );
}
