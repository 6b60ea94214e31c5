import { expect, test } from "@jest/globals";
import { scramVerifier } from "./scram-verifier.ts";

test("scramVerifier returns a verifier in the format of pg_authid", async () => {
  const salt = Buffer.from("W22ZaJ0SNY7soEsUEjb6gQ==", "base64");

  expect(await scramVerifier("pencil-pencil", salt)).toMatch(
    /^SCRAM-SHA-256\$4096:W22ZaJ0SNY7soEsUEjb6gQ==\$[A-Za-z0-9+/]{43}=:[A-Za-z0-9+/]{43}=$/,
  );
});

test.each(["short", "with space in it", "pässwörter-sind-schön"])(
  "scramVerifier throws for a password that is short or not printable ASCII: %s",
  async (password) => {
    await expect(scramVerifier(password)).rejects.toThrow("printable ASCII");
  },
);
