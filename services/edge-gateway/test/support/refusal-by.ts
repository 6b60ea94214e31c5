import { ApiError } from "@veil/contracts/errors";
import type { KeyCaller } from "../../src/modules/accounts/keys/caller.ts";
import type { requireTier } from "../../src/modules/accounts/middleware/authenticate.ts";

type Check = ReturnType<typeof requireTier>;
type Parts = Parameters<Check>;

export async function refusalBy(
  check: Check,
  caller: Partial<KeyCaller>,
): Promise<ApiError | undefined> {
  const res = { locals: { caller: { kind: "key", ...caller } } } as unknown as Parts[1];
  try {
    return await new Promise<undefined>((resolve, reject) => {
      const next = (error?: unknown) => (error === undefined ? resolve(undefined) : reject(error));
      Promise.resolve()
        .then(() => check({} as Parts[0], res, next))
        .catch(reject);
    });
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}
