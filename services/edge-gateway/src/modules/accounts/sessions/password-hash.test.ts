import { describe, expect, test } from "@jest/globals";
import { systemRandomBytes } from "@veil/crypto";
import { createScryptQueue, hashPassword, isPassword, NO_PASSWORD } from "./password-hash.ts";

describe("A password's hash", () => {
  test("a hash depends on the password and on a salt that is new each time", async () => {
    const [first, second] = [
      await hashPassword("first", systemRandomBytes),
      await hashPassword("first", systemRandomBytes),
    ];
    expect(first).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(second).not.toBe(first);
    expect(await isPassword("first", first)).toBe(true);
    expect(await isPassword("First", first)).toBe(false);
  });

  test("a password is checked with the parameters in its hash (RFC 7914, section 12)", async () => {
    const vectors = [
      [
        ["password", "NaCl", "ln=10,r=8,p=16"],
        "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b3731622eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640",
      ],
      [
        ["pleaseletmein", "SodiumChloride", "ln=14,r=8,p=1"],
        "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887",
      ],
    ] as const;
    for (const [[password, salt, parameters], hash] of vectors) {
      const stored = `$scrypt$${parameters}$${base64(Buffer.from(salt))}$${base64(Buffer.from(hash, "hex"))}`;
      expect(await isPassword(password, stored)).toBe(true);
      expect(await isPassword(`${password}!`, stored)).toBe(false);
    }
  });

  test("the hash for a missing password matches no password and takes as much work as other hashes", async () => {
    expect(NO_PASSWORD).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$/);
    expect(await isPassword("", NO_PASSWORD)).toBe(false);
  });

  test("isPassword throws for a hash in an unknown format instead of reporting a wrong password", async () => {
    await expect(isPassword("x", "$argon2id$v=19$m=1,t=1,p=1$YQ$YQ")).rejects.toThrow(TypeError);
  });
});

function base64(bytes: Buffer): string {
  return bytes.toString("base64").replace(/=+$/, "");
}

// @spec END-2 END-5
test("When two hashes run and 64 wait, then the next is refused with server_busy until one has finished", async () => {
  const queue = createScryptQueue();
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const all = Array.from({ length: 2 + 64 }, () => queue(() => ended));
  await expect(queue(() => ended)).rejects.toMatchObject({
    code: "server_busy",
    options: { retryAfterSeconds: 5 },
  });
  end();
  await Promise.all(all);
  expect(await queue(async () => "hashed")).toBe("hashed");
});
