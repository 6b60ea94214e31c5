/** @slow reads the name models */
import { describe, expect, test } from "@jest/globals";
import { createEngine, type PiiEngine } from "../engine.ts";
import { readBundledModels } from "../names/model/bundled-models.ts";
import { sanitiseFields, TooManyFindingsError } from "./sanitise-fields.ts";

const engine = createEngine({ names: readBundledModels() });

describe("When there are more findings than the caller accepts", () => {
  const text = "a@b.co c@d.co";
  const fields = ["f0", "f1", "f2"].map((name) => ({ name, text }));

  test("sanitiseFields throws if there are more findings than maxFindings", () => {
    const limitedTo = (maxFindings: number) => () =>
      sanitiseFields(engine, { fields }, { maxFindings });
    expect(limitedTo(6)).not.toThrow();
    expect(limitedTo(5)).toThrow(TooManyFindingsError);
  });

  test("fields after the limit are not read", () => {
    const seen: string[] = [];
    const observed: PiiEngine = {
      ...engine,
      find: (...asked) => {
        seen.push(asked[0]);
        return engine.find(...asked);
      },
    };
    expect(() => sanitiseFields(observed, { fields }, { maxFindings: 3 })).toThrow();
    expect(seen).toHaveLength(2);
  });

  test("repeats and placeholder look-alikes count towards the limit", () => {
    const one = (written: string) => () =>
      sanitiseFields(engine, { fields: [{ name: "a", text: written }] }, { maxFindings: 1 });
    expect(one("Name: Xaver Qrst. Gestern kam Xaver Qrst")).toThrow(TooManyFindingsError);
    expect(one("[AGE_1] [AGE_2]")).toThrow(TooManyFindingsError);
  });
});
