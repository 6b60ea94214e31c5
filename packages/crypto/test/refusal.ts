import { expect } from "@jest/globals";
import type { VerificationCode } from "../src/verification-error.ts";

/** For `toThrow`: a `VerificationError` with that code and any message. */
export function refusal(code: VerificationCode) {
  return expect.objectContaining({ name: "VerificationError", code });
}
