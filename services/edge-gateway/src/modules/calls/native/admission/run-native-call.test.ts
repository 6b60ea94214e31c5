import { expect, test } from "@jest/globals";
import { systemRandomBytes } from "@veil/crypto";
import type { CustomerId } from "../../../accounts/keys/caller.ts";
import { createJobIds } from "./run-native-call.ts";

const [own, other] = [`cus_${"1".repeat(40)}`, `cus_${"2".repeat(40)}`] as CustomerId[];
const KEY = Buffer.alloc(32, 1);
const ids = createJobIds(KEY, systemRandomBytes);

test("A replica recognizes the job ids that another replica created for the customer, and no other text", () => {
  if (own === undefined || other === undefined) throw new Error("No customer");
  const jobId = ids.mint(own);
  expect(jobId).toMatch(/^job_[0-9a-f]{32}$/);
  expect(createJobIds(KEY, systemRandomBytes).isMinted(own, jobId)).toBe(true);
  expect(ids.isMinted(other, jobId)).toBe(false);
  expect(createJobIds(Buffer.alloc(32, 2), systemRandomBytes).isMinted(own, jobId)).toBe(false);
  for (const at of [4, 27, 28, 35]) {
    const digit = jobId[at] === "0" ? "1" : "0";
    expect(ids.isMinted(own, `${jobId.slice(0, at)}${digit}${jobId.slice(at + 1)}`)).toBe(false);
  }
  for (const text of ["", "job_", `${jobId}0`, jobId.slice(0, -1)])
    expect(ids.isMinted(own, text)).toBe(false);
});

test("Two job ids of one customer differ in both their random and their proof part", () => {
  if (own === undefined) throw new Error("No customer");
  const [first, second] = [ids.mint(own), ids.mint(own)];
  expect(first.slice(0, 28)).not.toBe(second.slice(0, 28));
  expect(first.slice(28)).not.toBe(second.slice(28));
});
