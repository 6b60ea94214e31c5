/**
 * @slow verifies a thousand published signatures with tweetnacl, which takes milliseconds per
 * signature
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, expect, test } from "@jest/globals";
import { dataFile, describeWhere } from "@veil/testing";

interface Vector {
  readonly key: string;
  /** The message in hexadecimal. */
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

/** The results of both implementations for one vector: `valid`, `invalid`, or the error's code. */
interface Answers {
  readonly node: string;
  readonly portable: string;
}

const DIST = path.resolve(import.meta.dirname, "../dist");
/**
 * The program that verifies the vectors. It runs in a separate process because tweetnacl takes ten
 * times as long inside jest's contexts.
 */
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
  test("both implementations return the published results of all 151 Wycheproof tests", () => {
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
 * How often both implementations return each result for the 914 vectors, by the oddity of key and
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

  test("both implementations return the same results for all 914 CCTV vectors", () => {
    expect(answers).toHaveLength(914);
    expect(answers.map(({ portable }) => portable)).toEqual(answers.map(({ node }) => node));
  });

  test("all 526 CCTV vectors with a public key of small order are refused", () => {
    const lowOrder = answers.filter((_, at) => vectors[at]?.flags?.includes("low_order_A"));
    expect(lowOrder).toHaveLength(526);
    for (const { node } of lowOrder) expect(node).toMatch(/^(?:low_order_point|malformed)$/);
  });

  test("the number of results for each kind of CCTV vector equals the expected table", () => {
    const table: Record<string, Record<string, number>> = {};
    for (const [at, { flags }] of vectors.entries()) {
      const { node = "" } = answers[at] ?? {};
      const row = table[oddity(flags ?? [])] ?? {};
      table[oddity(flags ?? [])] = { ...row, [node]: (row[node] ?? 0) + 1 };
    }
    expect(table).toEqual(CCTV_TABLE);
  });
});

/** Returns the kind of a vector. In these vectors, every non-canonical point has a small order. */
function oddity(flags: readonly string[]): keyof typeof CCTV_TABLE {
  if (flags.includes("low_order_A")) return "key of small order";
  if (flags.includes("low_order_R")) return "R of small order";
  if (flags.includes("low_order_residue")) return "valid with the cofactor alone";
  if (flags.some((flag) => flag.startsWith("low_order_component")))
    return "parts of small order in points of large order";
  return "nothing odd";
}
