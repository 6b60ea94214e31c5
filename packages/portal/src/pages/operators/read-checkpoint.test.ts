import { expect, test } from "@jest/globals";
import { readCheckpoint } from "./read-checkpoint.ts";

const at = new Date("2026-11-30T12:00:00Z");

function signature(bytes: number): string {
  const signed = Buffer.alloc(bytes);
  if (bytes === 76) signed.writeBigUInt64BE(BigInt(at.getTime() / 1000), 4);
  return signed.toString("base64");
}

test("a checkpoint gives its size, the names of all who signed it, and the time of its witnesses", () => {
  const note = `log.example/audit\n42\nAAAA\n\n— log.example/audit ${signature(68)}\n— witness.example ${signature(76)}\n`;
  expect(readCheckpoint(note)).toEqual({
    size: 42,
    signers: [{ name: "log.example/audit" }, { name: "witness.example", at }],
  });
});
