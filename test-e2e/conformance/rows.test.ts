import { describe, expect, test } from "@jest/globals";
import { ERROR_STATUS } from "@veil/contracts/errors";
import { errorsOf, HTTP_LAYER_ERRORS, OPERATIONS } from "@veil/contracts/openapi";
import { ENDPOINTS } from "./endpoints.ts";
import { ANSWERS, combinationOf, LINES, REQUEST_ROWS } from "./lines.ts";
import type { ListedAnswer } from "./row.ts";

const nameOf = ({ method, path: place }: (typeof OPERATIONS)[number]) =>
  `${method.toUpperCase()} ${place}`;

const documented = OPERATIONS.flatMap((operation) => [
  ...Object.keys(operation.answers).map((status) => `${nameOf(operation)} ${status}`),
  ...errorsOf(operation).map((code) => `${nameOf(operation)} ${ERROR_STATUS[code]} ${code}`),
]);

/**
 * Returns true for responses that the table of operations does not list: wrong methods, removed
 * endpoints, unknown paths, and errors that `default` describes.
 */
function isOutsideTheTable({ endpoint, status, code }: ListedAnswer): boolean {
  const [method, place] = endpoint.split(" ");
  if (status === 405) return OPERATIONS.every((one) => nameOf(one) !== `${method} ${place}`);
  const ofAnyRequest: readonly string[] = HTTP_LAYER_ERRORS;
  return status === 410 || endpoint === "GET /api/v1/nothing" || ofAnyRequest.includes(code ?? "");
}

describe("The OpenAPI document", () => {
  test("The OpenAPI document has every status and code of every row", () => {
    const undocumented = ANSWERS.filter(
      (row) => !isOutsideTheTable(row) && !documented.includes(combinationOf(row)),
    );
    expect(undocumented.map(combinationOf)).toEqual([]);
  });

  test("Every status and code in the OpenAPI document is in a row", () => {
    const covered = new Set(ANSWERS.map(combinationOf));
    expect(documented.filter((combination) => !covered.has(combination))).toEqual([]);
  });

  test("The OpenAPI document gives each error the status of its row", () => {
    const wrong = ANSWERS.filter(({ status, code }) => code && ERROR_STATUS[code] !== status);
    expect(wrong.map(combinationOf)).toEqual([]);
  });
});

// @spec VER-1
test("Every endpoint is below /api/v1/ or /v1/, except those at fixed paths", () => {
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

describe("A line of the specification", () => {
  test("Every line of the specification has a unique id", () => {
    const ids = LINES.map(({ id }) => id);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at || !/^[A-Z]+-\d+$/.test(id))).toEqual([]);
  });

  test("Every line of the specification is quoted once", () => {
    const quotes = LINES.map(({ quote }) => quote);
    expect(quotes.filter((quote, at) => quotes.indexOf(quote) !== at)).toEqual([]);
  });

  test("Every line of the specification has a row for each error code that it names", () => {
    const without = LINES.flatMap(({ quote, rows }) => {
      const named = [...quote.matchAll(/`([a-z_]+)`|\| ([a-z_]+) \|/g)].map(
        ([, inText, inTable]) => inText ?? inTable ?? "",
      );
      const codes = named.filter((name) => Object.hasOwn(ERROR_STATUS, name));
      const proven = new Set<string | undefined>(
        rows.map((row) => ("code" in row ? row.code : undefined)),
      );
      return codes.filter((code) => !proven.has(code)).map((code) => `${code}: ${quote}`);
    });
    expect(without).toEqual([]);
  });

  test("Every line that describes an endpoint or an error has a row for each status that it names", () => {
    const without = LINES.filter(({ quote }) => /^(- |\| [2-5]\d\d \|)/.test(quote)).flatMap(
      ({ quote, rows }) => {
        if (rows.some(({ kind }) => kind === "later")) return [];
        const statuses = [...quote.matchAll(/\b[2-5]\d\d\b/g)].map(Number);
        const proven = new Set(rows.map((row) => ("status" in row ? row.status : undefined)));
        return statuses.filter((status) => !proven.has(status)).map((one) => `${one}: ${quote}`);
      },
    );
    expect(without).toEqual([]);
  });
});

test("Every request has a unique title", () => {
  const titles = REQUEST_ROWS.map((row) => `${combinationOf(row)}: ${row.when}`);
  expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([]);
});
