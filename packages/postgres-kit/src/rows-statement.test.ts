import { describe, expect, test } from "@jest/globals";
import { rowsStatement } from "./rows-statement.ts";

interface Point {
  readonly name: string;
  readonly x: number;
}

const insert = rowsStatement<Point>(
  "insert-points",
  { label: { type: "text", of: ({ name }) => name }, x: { type: "bigint", of: ({ x }) => x } },
  (given) => `with ${given} insert into points select * from given`,
);

describe("rowsStatement", () => {
  test("the statement has a parameter for each column of each row, row by row", () => {
    const [text, values] = insert([
      { name: "a", x: 1 },
      { name: "b", x: 2 },
    ]);
    expect(text).toBe(
      "with given (label, x) as materialized (values ($1::text, $2::bigint), ($3::text, $4::bigint)) insert into points select * from given",
    );
    expect(values).toEqual(["a", 1, "b", 2]);
  });

  test("statements for different numbers of rows have different names", () => {
    const [one, two, again] = [1, 2, 1].map((rows) =>
      insert(Array(rows).fill({ name: "a", x: 1 })),
    );
    expect([one?.[0], one?.[2]]).toEqual([again?.[0], again?.[2]]);
    expect(one?.[2]).not.toEqual(two?.[2]);
  });
});
