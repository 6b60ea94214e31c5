import { expect, test } from "@jest/globals";
import { scramVerifier } from "./scram-verifier.ts";

test("The verifier is in the form of pg_authid", async () => {
  const salt = Buffer.from("W22ZaJ0SNY7soEsUEjb6gQ==", "base64");

  expect(await scramVerifier("pencil-pencil", salt)).toMatch(
    /^SCRAM-SHA-256\$4096:W22ZaJ0SNY7soEsUEjb6gQ==\$[A-Za-z0-9+/]{43}=:[A-Za-z0-9+/]{43}=$/,
  );
});

test.each(["short", "with space in it", "pässwörter-sind-schön"])(
  "When a password could be read in two ways or is short, then it is refused: %s",
  async (password) => {
    await expect(scramVerifier(password)).rejects.toThrow("printable ASCII");
  },
);
