import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { classOf } from "./code-forms.ts";
import { createDocument, signsIn } from "./document.ts";

const CODE = /[A-Za-z0-9]*[0-9][A-Za-z0-9]*/g;
const SIGNS = "@:=/\\.-";
const units = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(..."0123456789abzABZ") },
  fc.constantFrom(...SIGNS, ..." \n_äß\u0301\u200b\ud800\udc00٣日"),
);

test("The codes of a text are its runs of ASCII letters and digits that contain a digit", () => {
  fc.assert(
    fc.property(fc.string({ unit: units }), (text) => {
      const { codes } = createDocument(text, "en");
      const runs = Array.from(text.matchAll(CODE), ({ 0: run, index }) => ({ run, index }));
      expect(codes.starts).toEqual(runs.map(({ index }) => index));
      expect(codes.ends).toEqual(runs.map(({ run, index }) => index + run.length));
      expect(codes.areNumbers).toEqual(runs.map(({ run }) => /^\d+$/.test(run)));
      expect(codes.classes).toEqual(
        runs.map(({ run }) => classOf(run.length, /^\d/.test(run), /^\d+$/.test(run))),
      );
    }),
    { numRuns: 2000 },
  );
});

test("The signs of a text have one bit for each sign that it contains, and one bit for all digits", () => {
  fc.assert(
    fc.property(fc.string({ unit: units }), (text) => {
      const inText = [...SIGNS].filter((sign) => text.includes(sign)).join("");
      const digit = /\d/.test(text) ? "0" : "";
      expect(signsIn(text)).toBe(signsIn(inText + digit));
    }),
  );
  const bits = [...SIGNS, "0"].map(signsIn);
  expect(new Set(bits).size).toBe(bits.length);
  expect(signsIn("abc Ä\n")).toBe(0);
});
