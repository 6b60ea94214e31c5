import { expect, test } from "@jest/globals";
import { type TSchema, Type } from "typebox";
import { checked } from "./checked.ts";

test.each<[TSchema, unknown, string]>([
  [Type.Array(Type.Integer(), { minItems: 1 }), [], "The body must have at least 1 item"],
  [Type.Array(Type.Integer(), { minItems: 2 }), [], "The body must have at least 2 items"],
  [Type.Array(Type.Integer(), { maxItems: 1 }), [1, 2], "The body must have at most 1 item"],
  [Type.Array(Type.Integer(), { maxItems: 0 }), [1], "The body must have no items"],
  [
    Type.Array(Type.Integer(), { uniqueItems: true }),
    [1, 1],
    "The body must not have the same item twice",
  ],
  [Type.String({ minLength: 1 }), "", "The body must not be empty"],
  [Type.String({ maxLength: 3 }), "abcd", "The body must have at most 3 characters"],
  [Type.String({ format: "email" }), "ann", "The body must be an email address"],
  [Type.String({ format: "uri" }), "ann", "The body must be an absolute URL"],
  [Type.Number({ maximum: 2 }), 3, "The body must be at most 2"],
  [Type.Number({ exclusiveMinimum: 0 }), 0, "The body must be more than 0"],
  [Type.Number({ exclusiveMaximum: 1 }), 1, "The body must be less than 1"],
  [Type.Number({ multipleOf: 5 }), 3, "The body must be a multiple of 5"],
  [
    Type.Record(Type.String(), Type.String(), { minProperties: 1 }),
    {},
    "The body must have at least 1 member",
  ],
  [
    Type.Record(Type.String(), Type.String(), { maxProperties: 1 }),
    { a: "", b: "" },
    "The body must have at most 1 member",
  ],
  [Type.Null(), 1, "The body must be null"],
])(
  "the error for a value that violates %j explains the rule in words",
  (schema, value, message) => {
    expect(() => checked(schema)(value)).toThrow(expect.objectContaining({ message }));
  },
);
