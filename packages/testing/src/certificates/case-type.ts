import type { VerificationCode } from "@veil/crypto";
import type { Changes } from "./test-certificate.ts";

/**
 * A file with one defect: its name, the code of the step that finds the defect, and the changes
 * that cause it.
 */
export type BadCase = readonly [name: string, code: VerificationCode, changes: Changes];
