import { expect, test } from "@jest/globals";
import { queryable } from "./queryable.ts";

test("After a statement, its rows are returned and the driver's result no longer holds them", async () => {
  const rows: unknown[] = [{ id: 1 }];
  const result = { rows, rowCount: 1 };
  const database = queryable({ query: async () => result });
  expect(await database.query("select 1")).toBe(rows);
  expect(result.rows).toEqual([]);
});
