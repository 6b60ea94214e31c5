import { expect } from "@jest/globals";
import type { VerificationCode } from "../src/verification-error.ts";

/** For `toThrow`: a `VerificationError` of that code, whatever its words. */
export function refusal(code: VerificationCode) {
  return expect.objectContaining({ name: "VerificationError", code });
}
