import { describe, expect, test } from "@jest/globals";
import type { TSchema } from "typebox";
import { EntityListRequest } from "./entity-lists.ts";
import { ProxyRequest } from "./proxy.ts";
import { RegisterRequest } from "./registration.ts";
import { ScanRequest } from "./scan.ts";

describe("Errors of the public API show no regular expression", () => {
  function patternsIn(schema: TSchema): TSchema[] {
    const {
      pattern,
      properties = {},
      items,
      anyOf = [],
    } = schema as Partial<{
      pattern: string;
      properties: Record<string, TSchema>;
      items: TSchema;
      anyOf: TSchema[];
    }>;
    const inner = [...Object.values(properties), ...(items ? [items] : []), ...anyOf];
    return [...(pattern === undefined ? [] : [schema]), ...inner.flatMap(patternsIn)];
  }

  test.each(Object.entries({ ProxyRequest, EntityListRequest, RegisterRequest, ScanRequest }))(
    "every field of %s that has a pattern also has a description in words",
    (_name, schema) => {
      for (const described of patternsIn(schema))
        expect(described).toMatchObject({ description: expect.stringMatching(/^[^\\^$]+$/) });
    },
  );
});
