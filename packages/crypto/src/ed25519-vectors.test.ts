/** @slow verifies a thousand published signatures with tweetnacl, which takes milliseconds for each */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, expect, test } from "@jest/globals";
import { dataFile, describeWhere } from "@veil/testing";

interface Vector {
  readonly key: string;
  /** Hexadecimal. */
  readonly message: string;
  readonly signature: string;
}

interface Wycheproof {
  readonly testGroups: readonly {
    readonly publicKey: { readonly pk: string };
    readonly tests: readonly {
      readonly msg: string;
      readonly sig: string;
      readonly result: "valid" | "invalid";
    }[];
  }[];
}

interface Cctv {
  readonly key: string;
  readonly msg: string;
  readonly sig: string;
  readonly flags: readonly string[] | null;
}

/** `valid`, `invalid`, or the code of the error. */
interface Answers {
  readonly node: string;
  readonly portable: string;
}

const DIST = path.resolve(import.meta.dirname, "../dist");
/** Runs in a separate process: in the contexts of jest tweetnacl takes ten times as long. */
const PROGRAM = `
  import { text } from "node:stream/consumers";
  import { ed25519PublicKey, verifyEd25519 } from ${JSON.stringify(`${DIST}/index.js`)};
  import { verifyEd25519Portable } from ${JSON.stringify(`${DIST}/portable.js`)};
  const answer = (verify) => {
    try {
      return verify() ? "valid" : "invalid";
    } catch (error) {
      return error.code;
    }
  };
  const answers = JSON.parse(await text(process.stdin)).map((vector) => {
    const [key, message, signature] = [vector.key, vector.message, vector.signature]
      .map((hex) => Buffer.from(hex, "hex"));
    return {
      node: answer(() => verifyEd25519(ed25519PublicKey(key), message, signature)),
      portable: answer(() => verifyEd25519Portable(key, message, signature)),
    };
  });
  process.stdout.write(JSON.stringify(answers));`;

function answersTo(vectors: readonly Vector[]): readonly Answers[] {
  const args = ["--input-type=module", "--eval", PROGRAM];
  const input = JSON.stringify(vectors);
  const { stdout, stderr } = spawnSync(process.execPath, args, { input, encoding: "utf8" });
  if (stderr !== "") throw new Error(stderr);
  return JSON.parse(stdout);
}

const wycheproofFile = dataFile("vectors/wycheproof/ed25519_test.json") ?? "";

describeWhere(wycheproofFile !== "", "Wycheproof", "VEIL_DATA", () => {
  test("Both implementations answer all 151 tests as published", () => {
    const { testGroups }: Wycheproof = JSON.parse(readFileSync(wycheproofFile, "utf8"));
    const tests = testGroups.flatMap(({ publicKey: { pk }, tests: own }) =>
      own.map(({ msg, sig, result }) => ({ key: pk, message: msg, signature: sig, result })),
    );
    expect(tests).toHaveLength(151);
    expect(answersTo(tests)).toEqual(
      tests.map(({ result }) => ({ node: result, portable: result })),
    );
  });
});

const cctvFile = dataFile("vectors/cctv-ed25519/ed25519vectors.json") ?? "";

/**
 * Counts, for 914 vectors, how often both implementations answer what, by what is odd about key and
 * signature.
 */
const CCTV_TABLE = {
  "key of small order": { low_order_point: 370, malformed: 156 },
  "R of small order": { invalid: 282 },
  "valid with the cofactor alone": { invalid: 63 },
  "parts of small order in points of large order": { valid: 42 },
  "nothing odd": { valid: 1 },
};

describeWhere(cctvFile !== "", "CCTV", "VEIL_DATA", () => {
  let vectors: readonly Cctv[];
  let answers: readonly Answers[];
  beforeAll(() => {
    vectors = JSON.parse(readFileSync(cctvFile, "utf8"));
    answers = answersTo(
      vectors.map(({ key, msg, sig }) => ({
        ...{ key, signature: sig },
        message: Buffer.from(msg).toString("hex"),
      })),
    );
  });

  test("Both implementations answer all 914 vectors the same", () => {
    expect(answers).toHaveLength(914);
    expect(answers.map(({ portable }) => portable)).toEqual(answers.map(({ node }) => node));
  });

  test("No key of small order is accepted, nor a signature for it", () => {
    const lowOrder = answers.filter((_, at) => vectors[at]?.flags?.includes("low_order_A"));
    expect(lowOrder).toHaveLength(526);
    for (const { node } of lowOrder) expect(node).toMatch(/^(?:low_order_point|malformed)$/);
  });

  test("The answers are those of the table", () => {
    const table: Record<string, Record<string, number>> = {};
    for (const [at, { flags }] of vectors.entries()) {
      const { node = "" } = answers[at] ?? {};
      const row = table[oddity(flags ?? [])] ?? {};
      table[oddity(flags ?? [])] = { ...row, [node]: (row[node] ?? 0) + 1 };
    }
    expect(table).toEqual(CCTV_TABLE);
  });
});

/** In these vectors every point that is not canonical has a small order. */
function oddity(flags: readonly string[]): keyof typeof CCTV_TABLE {
  if (flags.includes("low_order_A")) return "key of small order";
  if (flags.includes("low_order_R")) return "R of small order";
  if (flags.includes("low_order_residue")) return "valid with the cofactor alone";
  if (flags.some((flag) => flag.startsWith("low_order_component")))
    return "parts of small order in points of large order";
  return "nothing odd";
}
