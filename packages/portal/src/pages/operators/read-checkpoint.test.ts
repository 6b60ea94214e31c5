import { expect, test } from "@jest/globals";
import { readCheckpoint } from "./read-checkpoint.ts";

test("a checkpoint gives its size and the names of all who signed it", () => {
  const note = "log.example/audit\n42\nAAAA\n\n— log.example/audit Zm9v\n— witness.example YmFy\n";
  expect(readCheckpoint(note)).toEqual({
    ...{ size: 42, signers: ["log.example/audit", "witness.example"] },
  });
});
