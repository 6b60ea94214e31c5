import { describe, expect, test } from "@jest/globals";
import {
  ed25519PrivateKey,
  ed25519PublicKey,
  publicKeyBytes,
  signEd25519,
  type VerificationCode,
  verifyEd25519,
} from "@veil/crypto";
import { verifyEd25519Portable } from "@veil/crypto/portable";
import fc from "fast-check";
import { openCheckpoint, parseCheckpoint, signCheckpoint } from "./checkpoint.ts";
import { cosign, verifyCosignature } from "./cosignature.ts";
import { noteKey, parseVkey, type SignatureType, vkeyText } from "./note-key.ts";
import { openPruning, signPruning } from "./pruning.ts";
import {
  type NoteSigner,
  parseSignedNote,
  signatureLine,
  signText,
  type VerifyBytes,
  verifyText,
  writeSignedNote,
} from "./signed-note.ts";

const IMPLEMENTATIONS: readonly VerifyBytes[] = [
  (key, message, signature) => verifyEd25519(ed25519PublicKey(key), message, signature),
  verifyEd25519Portable,
];
const [verify = verifyEd25519Portable] = IMPLEMENTATIONS;

function signer(
  name: string,
  type: SignatureType = "ed25519",
  seed: Uint8Array = Buffer.alloc(32, 7),
): NoteSigner {
  const key = ed25519PrivateKey(seed);
  return {
    key: noteKey(name, type, publicKeyBytes(key)),
    sign: (message) => signEd25519(key, message),
  };
}

function refusal(code: VerificationCode) {
  return expect.objectContaining({ name: "VerificationError", code });
}

describe("The example note of golang.org/x/mod/sumdb/note", () => {
  const vkey = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW";
  const seed = Buffer.from(
    "810a1402d5146c8d84f2443330f54080ebf98ee17d9c74f6252fc5d5c7283173",
    "hex",
  );
  const text =
    "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n";
  const note = `${text}
\u2014 PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=
`;

  test("the example note is written byte for byte, and verifies in both implementations", () => {
    const author = signer("PeterNeumann", "ed25519", seed);
    expect(vkeyText(author.key)).toBe(vkey);
    expect(writeSignedNote({ text, signatures: [signText(text, author)] })).toBe(note);
    for (const each of IMPLEMENTATIONS) verifyText(parseSignedNote(note), parseVkey(vkey), each);
  });

  test("the example note with one changed letter is refused", () => {
    const changed = parseSignedNote(note.replace("answer", "Answer"));
    for (const each of IMPLEMENTATIONS)
      expect(() => verifyText(changed, parseVkey(vkey), each)).toThrow(refusal("bad_signature"));
  });
});

describe("Public keys of signers", () => {
  test.each([
    // Sources: C2SP signed-note and transparency-dev/formats.
    ["example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k", "ed25519"],
    ["TEST+7997405c+AQcC+FTVKf0jlTdHDY3rbevmnKxxPjigCXlVtGe6RIr6", "ed25519"],
    ["remora.n621.de+da77ade7+BOvN63jn/bLvkieywe8R6UYAtVtNbZpXh34x7onlmtw2", "cosignature/v1"],
  ])("the public key %s is parsed and formatted unchanged", (vkey, type) => {
    expect(parseVkey(vkey).type).toBe(type);
    expect(vkeyText(parseVkey(vkey))).toBe(vkey);
  });

  test.each<[string, string, VerificationCode]>([
    ["without an id", "a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k", "malformed"],
    [
      "with the id of another key",
      "example.org/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k",
      "unknown_key",
    ],
    [
      "of another type",
      "TEST+7997405c+AgcC+FTVKf0jlTdHDY3rbevmnKxxPjigCXlVtGe6RIr6",
      "unsupported_algorithm",
    ],
    [
      "with a byte missing",
      "TEST+7997405c+AQcC+FTVKf0jlTdHDY3rbevmnKxxPjigCXlVtGe6RIo=",
      "malformed",
    ],
    [
      "with a space in the name",
      "T T+7997405c+AQcC+FTVKf0jlTdHDY3rbevmnKxxPjigCXlVtGe6RIr6",
      "malformed",
    ],
    [
      "with the id in capitals",
      "TEST+7997405C+AQcC+FTVKf0jlTdHDY3rbevmnKxxPjigCXlVtGe6RIr6",
      "malformed",
    ],
  ])("parseVkey throws for a key %s", (_what, vkey, code) => {
    expect(() => parseVkey(vkey)).toThrow(refusal(code));
  });
});

const log = signer("example.com/log");
const witness = signer("witness.example/w1", "cosignature/v1", Buffer.alloc(32, 8));
const roots = fc.uint8Array({ minLength: 32, maxLength: 32 });
const sizes = fc.nat({ max: Number.MAX_SAFE_INTEGER });

describe("Checkpoints", () => {
  test("any signed checkpoint opens with the log's key in both implementations", () => {
    fc.assert(
      fc.property(sizes, roots, (size, root) => {
        const note = signCheckpoint({ size, root }, log);
        for (const each of IMPLEMENTATIONS)
          expect(openCheckpoint(note, log.key, each).checkpoint).toEqual({
            ...{ origin: "example.com/log", size },
            root,
          });
      }),
      { numRuns: 20 },
    );
  });

  test("the example of C2SP tlog-cosignature is parsed", () => {
    const note = `example.com/behind-the-sofa
20852163
CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=

\u2014 example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=
\u2014 witness.example.com/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==
`;
    const parsed = parseSignedNote(note);
    expect(writeSignedNote(parsed)).toBe(note);
    expect(parseCheckpoint(parsed.text)).toMatchObject({
      origin: "example.com/behind-the-sofa",
      size: 20_852_163,
    });
    expect(parsed.signatures.map(({ keyId }) => keyId)).toEqual(["033de0ae", "8d66cf3f"]);
  });

  const note = signCheckpoint({ size: 5, root: Buffer.alloc(32, 1) }, log);
  const root = Buffer.alloc(32, 1).toString("base64");

  test.each<[string, string, VerificationCode]>([
    ["whose size begins with a zero", note.replace("\n5\n", "\n05\n"), "bad_signature"],
    ["without signatures", note.slice(0, note.indexOf("\n\n") + 1), "malformed"],
    ["without the last newline", note.slice(0, -1), "malformed"],
    ["with a second newline at the end", `${note}\n`, "malformed"],
    ["with a carriage return", note.replace("\n", "\r\n"), "malformed"],
    ["with a NUL", note.replace("\n5", "\n\x005"), "malformed"],
    ["with a lone surrogate", `\ud800${note}`, "malformed"],
    ["with a hyphen in place of the dash", note.replace("\u2014", "-"), "malformed"],
    ["with two spaces", note.replace("\u2014 ", "\u2014  "), "malformed"],
    ["with a signature cut off", note.replace(/.{4}=?\n$/, "\n"), "malformed"],
    ["with bits in the padding of base64", note.replace(/.=\n$/, "B=\n"), "malformed"],
    ["signed twice by one key", note + note.slice(note.indexOf("\u2014")), "duplicate_key"],
    ["larger than the limit", `${"a".repeat(70_000)}${note}`, "malformed"],
    [
      "that another key signed",
      signCheckpoint(
        { size: 5, root: Buffer.alloc(32, 1) },
        signer("example.com/log", "ed25519", Buffer.alloc(32, 9)),
      ),
      "unknown_key",
    ],
  ])("openCheckpoint throws for a note %s", (_what, changed, code) => {
    expect(() => openCheckpoint(changed, log.key, verify)).toThrow(refusal(code));
  });

  test.each([
    ["two lines", "o\n5\n"],
    ["a size with a leading zero", `o\n05\n${root}\n`],
    ["a negative size", `o\n-5\n${root}\n`],
    ["a size beyond 2^53", `o\n9007199254740993\n${root}\n`],
    ["no origin", `\n5\n${root}\n`],
    ["a root of 31 bytes", `o\n5\n${Buffer.alloc(31).toString("base64")}\n`],
    ["a root without padding", `o\n5\n${root.slice(0, -1)}\n`],
    ["an empty extension line", `o\n5\n${root}\n\n`],
    ["no last newline", `o\n5\n${root}`],
  ])("parseCheckpoint throws for a text with %s", (_what, text) => {
    expect(() => parseCheckpoint(text)).toThrow(refusal("malformed"));
  });

  test("openCheckpoint throws wrong_origin for a checkpoint that the log's key signed for another origin", () => {
    const text = `example.com/other\n5\n${root}\n`;
    const foreign = writeSignedNote({ text, signatures: [signText(text, log)] });
    expect(() => openCheckpoint(foreign, log.key, verify)).toThrow(refusal("wrong_origin"));
  });

  test("openCheckpoint throws unsupported_algorithm for a cosignature key", () => {
    const own = noteKey("example.com/log", "cosignature/v1", log.key.publicKey);
    expect(() => openCheckpoint(note, own, verify)).toThrow(refusal("unsupported_algorithm"));
  });
});

describe("Cosignatures", () => {
  const note = parseSignedNote(signCheckpoint({ size: 5, root: Buffer.alloc(32, 1) }, log));
  const cosigned = (text: string, time: number) => ({
    text,
    signatures: [...note.signatures, cosign(text, witness, time)],
  });

  test("verifyCosignature returns the signed time in both implementations", () => {
    fc.assert(
      fc.property(sizes, (time) => {
        const written = writeSignedNote(cosigned(note.text, time));
        for (const each of IMPLEMENTATIONS)
          expect(verifyCosignature(parseSignedNote(written), witness.key, each)).toBe(time);
      }),
      { numRuns: 20 },
    );
  });

  test("verifyCosignature throws for the cosignature of another checkpoint", () => {
    const { signatures } = cosigned(note.text.replace("\n5\n", "\n6\n"), 1);
    const moved = { text: note.text, signatures };
    expect(() => verifyCosignature(moved, witness.key, verify)).toThrow(refusal("bad_signature"));
  });

  test("verifyCosignature throws for a changed time", () => {
    const [line] = [cosign(note.text, witness, 1_000)];
    const later = Uint8Array.from(line?.signature ?? []);
    later[7] = (later[7] ?? 0) + 1;
    const changed = { text: note.text, signatures: [{ ...line, signature: later }] };
    expect(() => verifyCosignature(changed, witness.key, verify)).toThrow(refusal("bad_signature"));
  });

  test("verifyCosignature throws for a checkpoint without a cosignature of the witness, and for a cosignature without a time", () => {
    expect(() => verifyCosignature(note, witness.key, verify)).toThrow(refusal("unknown_key"));
    const { name, keyId } = witness.key;
    const bare = { name, keyId, signature: witness.sign(Buffer.from(note.text)) };
    const changed = { text: note.text, signatures: [bare] };
    expect(() => verifyCosignature(changed, witness.key, verify)).toThrow(refusal("malformed"));
  });

  test("cosign throws for the key of a log", () => {
    expect(() => cosign(note.text, log, 1)).toThrow(refusal("unsupported_algorithm"));
    expect(signatureLine(cosign(note.text, witness, 1))).toMatch(
      /^\u2014 witness\.example\/w1 \S+\n$/,
    );
  });
});

describe("Prunings", () => {
  const pruning = {
    ...{ size: 5, root: Uint8Array.from(Buffer.alloc(32, 1)) },
    ...{ chainHash: Uint8Array.from(Buffer.alloc(32, 2)), before: "2026-01-31T00:00:00Z" },
  };
  const note = signPruning(pruning, log);
  const signed = (text: string) => writeSignedNote({ text, signatures: [signText(text, log)] });
  const { text } = parseSignedNote(note);

  test("a pruning opens with any key of the log, and is also a valid checkpoint", () => {
    const former = signer("example.com/log", "ed25519", Buffer.alloc(32, 9));
    for (const each of IMPLEMENTATIONS)
      expect(openPruning(note, [former.key, log.key], each)).toEqual(pruning);
    expect(openCheckpoint(note, log.key, verify).checkpoint).toMatchObject({ size: 5 });
  });

  test.each<[string, string, VerificationCode]>([
    ["is only a checkpoint", signCheckpoint(pruning, log), "malformed"],
    ["states two prunings", signed(`${text}${text.split("\n")[3]}\n`), "malformed"],
    ["has a time with a fraction", signed(text.replace("00:00:00Z", "00:00:00.5Z")), "malformed"],
    ["has a hash of 31 bytes", signed(text.replace(/AgI=\n$/, "Ag==\n")), "malformed"],
    ["was changed", note.replace("\n5\n", "\n6\n"), "bad_signature"],
    ["has another time", note.replace("2026-01", "2026-02"), "bad_signature"],
    ["is of another log", signed(text.replace("example.com/log", "example.com/x")), "wrong_origin"],
  ])("openPruning throws for a note that %s", (_what, changed, code) => {
    expect(() => openPruning(changed, [log.key], verify)).toThrow(refusal(code));
  });

  test("openPruning throws unknown_key without keys, and for the key of a witness", () => {
    expect(() => openPruning(note, [], verify)).toThrow(refusal("unknown_key"));
    expect(() => openPruning(note, [witness.key], verify)).toThrow(refusal("unknown_key"));
  });
});
