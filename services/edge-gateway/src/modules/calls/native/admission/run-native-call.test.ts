import { expect, test } from "@jest/globals";
import { systemRandomBytes } from "@veil/crypto";
import { parseDataKeys } from "../../../../platform/data-keys.ts";
import type { CustomerId } from "../../../accounts/keys/caller.ts";
import { createJobIds } from "./run-native-call.ts";

const [own, other] = [`cus_${"1".repeat(40)}`, `cus_${"2".repeat(40)}`] as CustomerId[];
const [OLD, NEW] = ["11".repeat(32), "22".repeat(32)];
const idsUnder = (keys: string) =>
  createJobIds(parseDataKeys(keys).macs("job-ids"), systemRandomBytes);
const ids = idsUnder(OLD);

test("A replica recognizes the job ids that another replica created for the customer, and no other text", () => {
  if (own === undefined || other === undefined) throw new Error("No customer");
  const jobId = ids.mint(own);
  expect(jobId).toMatch(/^job_[0-9a-f]{32}$/);
  expect(idsUnder(OLD).isMinted(own, jobId)).toBe(true);
  expect(ids.isMinted(other, jobId)).toBe(false);
  expect(idsUnder(NEW).isMinted(own, jobId)).toBe(false);
  for (const at of [4, 27, 28, 35]) {
    const digit = jobId[at] === "0" ? "1" : "0";
    expect(ids.isMinted(own, `${jobId.slice(0, at)}${digit}${jobId.slice(at + 1)}`)).toBe(false);
  }
  for (const text of ["", "job_", `${jobId}0`, jobId.slice(0, -1)])
    expect(ids.isMinted(own, text)).toBe(false);
});

test("During a rotation, ids of every configured data key are recognized, and new ids belong to the first one", () => {
  if (own === undefined) throw new Error("No customer");
  const rotating = idsUnder(`${NEW},${OLD}`);
  expect(rotating.isMinted(own, ids.mint(own))).toBe(true);
  expect(idsUnder(NEW).isMinted(own, rotating.mint(own))).toBe(true);
  expect(ids.isMinted(own, rotating.mint(own))).toBe(false);
});

test("Two job ids of one customer differ in both their random and their proof part", () => {
  if (own === undefined) throw new Error("No customer");
  const [first, second] = [ids.mint(own), ids.mint(own)];
  expect(first.slice(0, 28)).not.toBe(second.slice(0, 28));
  expect(first.slice(28)).not.toBe(second.slice(28));
});
