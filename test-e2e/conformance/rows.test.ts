import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "@jest/globals";
import { ERROR_STATUS } from "@veil/contracts/errors";
import { errorsOf, HTTP_LAYER_ERRORS, OPERATIONS } from "@veil/contracts/openapi";
import { REPOSITORY } from "../support/manifests.ts";
import { ENDPOINTS } from "./endpoints.ts";
import { LINES, REQUEST_ROWS, ROWS, titleOf } from "./lines.ts";
import type { Row } from "./row.ts";
import { testTitlesIn } from "./test-titles.ts";

const nameOf = ({ method, path: place }: (typeof OPERATIONS)[number]) =>
  `${method.toUpperCase()} ${place}`;

/** `POST /api/v1/scan 400 invalid_json`; an answer that is no error has no code. */
const documented = OPERATIONS.flatMap((operation) => [
  ...Object.keys(operation.answers).map((status) => `${nameOf(operation)} ${status}`),
  ...errorsOf(operation).map((code) => `${nameOf(operation)} ${ERROR_STATUS[code]} ${code}`),
]);

/** Not in the table of operations: wrong methods, removed endpoints, unknown paths, and what `default` describes. */
function isOutsideTheTable({ endpoint = "", status, code }: Row): boolean {
  const [method, place] = endpoint.split(" ");
  if (status === 405) return OPERATIONS.every((one) => nameOf(one) !== `${method} ${place}`);
  const ofAnyRequest: readonly string[] = HTTP_LAYER_ERRORS;
  return status === 410 || endpoint === "GET /api/v1/nothing" || ofAnyRequest.includes(code ?? "");
}

const combinationOf = ({ endpoint, status, code }: Row) =>
  [endpoint, status, code].filter((part) => part !== undefined).join(" ");

describe("The OpenAPI document", () => {
  const rows = ROWS.filter(({ endpoint }) => endpoint !== undefined);

  test("has every status and code of every row", () => {
    const undocumented = rows.filter(
      (row) => !isOutsideTheTable(row) && !documented.includes(combinationOf(row)),
    );
    expect(undocumented.map(titleOf)).toEqual([]);
  });

  test("has no status and no code without a row", () => {
    const covered = new Set(rows.map(combinationOf));
    expect(documented.filter((combination) => !covered.has(combination))).toEqual([]);
  });

  test("gives each error the status of its row", () => {
    const wrong = ROWS.filter(({ status, code }) => code && ERROR_STATUS[code] !== status);
    expect(wrong.map(titleOf)).toEqual([]);
  });
});

test("Every endpoint is below /api/v1/ or /v1/, but for those at fixed places", () => {
  const others = ENDPOINTS.map(({ name }) => name.split(" ")[1] ?? "").filter(
    (place) => !/^(\/api)?\/v1\//.test(place),
  );
  expect(others).toEqual([
    "/.well-known/veil-keys.json",
    "/health",
    "/ready",
    "/invariant",
    "/veil/verify",
    "/veil/verifier.js",
  ]);
});

describe("A line", () => {
  test("has rows", () => {
    expect(LINES.filter(({ rows }) => rows.length === 0)).toEqual([]);
  });

  test("is quoted once", () => {
    const quotes = LINES.map(({ quote }) => quote);
    expect(quotes.filter((quote, at) => quotes.indexOf(quote) !== at)).toEqual([]);
  });

  test("has a row for each error code that it names", () => {
    const without = LINES.flatMap(({ quote, rows }) => {
      const named = [...quote.matchAll(/`([a-z_]+)`|\| ([a-z_]+) \|/g)].map(
        ([, inText, inTable]) => inText ?? inTable ?? "",
      );
      const codes = named.filter((name) => Object.hasOwn(ERROR_STATUS, name));
      const proven = new Set<string | undefined>(rows.map(({ code }) => code));
      return codes.filter((code) => !proven.has(code)).map((code) => `${code}: ${quote}`);
    });
    expect(without).toEqual([]);
  });

  test("of an endpoint or of the table of errors has a row for each status that it names", () => {
    const without = LINES.filter(({ quote }) => /^(- |\| [2-5]\d\d \|)/.test(quote)).flatMap(
      ({ quote, rows }) => {
        if (rows.some(({ proof }) => proof.kind === "later")) return [];
        const statuses = [...quote.matchAll(/\b[2-5]\d\d\b/g)].map(Number);
        const proven = new Set(rows.map(({ status }) => status));
        return statuses.filter((status) => !proven.has(status)).map((one) => `${one}: ${quote}`);
      },
    );
    expect(without).toEqual([]);
  });
});

describe("A test that a row names", () => {
  const titles = new Map<string, readonly string[]>();
  const titlesOf = (file: string) => {
    const known =
      titles.get(file) ?? testTitlesIn(readFileSync(path.join(REPOSITORY, file), "utf8"));
    titles.set(file, known);
    return known;
  };

  test("is in its file, under its title", () => {
    const missing = ROWS.flatMap(({ proof }) => {
      if (proof.kind !== "test") return [];
      const { file, title } = proof;
      const found = titlesOf(file).some((one) => one === title || one.endsWith(` ${title}`));
      return found ? [] : [`${file}: ${title}`];
    });
    expect([...new Set(missing)]).toEqual([]);
  });

  test("is in a file that names the code which it proves", () => {
    const silent = ROWS.flatMap(({ proof, code }) =>
      proof.kind === "test" && code !== undefined && !namesCode(proof.file, code)
        ? [`${proof.file}: ${code}`]
        : [],
    );
    expect([...new Set(silent)]).toEqual([]);
  });
});

test("A row's title is its own", () => {
  const titles = ROWS.map(titleOf);
  expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([]);
});

test("Most rows are requests to both stacks or tests of one service; the rest is later or a remark", () => {
  const kinds = ROWS.map(({ proof }) => proof.kind);
  const count = (kind: (typeof kinds)[number]) => kinds.filter((one) => one === kind).length;
  expect(REQUEST_ROWS).toHaveLength(count("request"));
  expect(count("request") + count("test")).toBeGreaterThan(10 * (count("later") + count("remark")));
});

function namesCode(file: string, code: string): boolean {
  return readFileSync(path.join(REPOSITORY, file), "utf8").includes(code);
}
