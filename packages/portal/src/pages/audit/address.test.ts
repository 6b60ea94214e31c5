import { describe, expect, test } from "@jest/globals";
import { readAuditFilter } from "./audit-filter.ts";
import { readWhySearch, searchedId } from "./searched-id.ts";

const ID = "0123456789abcdef0123456789abcdef";

describe("What may stand in the address of a page", () => {
  test.each([
    ["job", `job_${ID}`, `job_${ID}`],
    ["request", ` req_${ID} `, `req_${ID}`],
    ["key", "svc_AbCdEf12", "svc_AbCdEf12"],
    ["key", "gw_live_AbCdEf12SecretSecretSecret", "gw_live_AbCdEf12"],
  ])("the id of a %s is found in %j", (kind, text, id) => {
    expect(searchedId(text)).toEqual({ kind, id });
    expect(readWhySearch({ id: text })).toEqual({ id });
  });

  test.each([
    "",
    "Ann Weber",
    "Anderson",
    "ann@post.example",
    `job_${ID}0`,
    `x job_${ID}`,
    "svc_",
    7,
  ])("%j is no id, and is left out of the address", (text) => {
    expect(readWhySearch({ id: text })).toEqual({});
  });

  test.each([
    [
      { days: "3", type: "KEY_ISSUED" },
      { days: 3, type: "KEY_ISSUED" },
    ],
    [{ days: "0", type: "Ann Weber" }, {}],
    [{ days: "91", type: "key_issued" }, {}],
    [{ days: "1.5", other: "x" }, {}],
    [{}, {}],
  ])("an address with %j keeps only what is a filter", (search, filter) => {
    expect(readAuditFilter(search)).toEqual(filter);
  });
});
