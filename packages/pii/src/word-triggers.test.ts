import { expect, test } from "@jest/globals";
import { createWordTriggers } from "./word-triggers.ts";

const find = createWordTriggers([["dear", "liebe"], ["dear", "straße"], []]);

test("Every list learns where its words begin, whatever their case", () => {
  expect(find("Dear Ann, LIEBE Eva; Straße 1. my.dear")).toEqual([[0, 10, 34], [0, 21, 34], []]);
});

test("A part of a word is not the word", () => {
  expect(find("Dearest endear deardear")).toEqual([[], [], []]);
});

test("An empty text has no words, nor has one of lone surrogates", () => {
  expect(find("")).toEqual([[], [], []]);
  expect(find("\ud800\udc00\ud800")).toEqual([[], [], []]);
});

test("What is no word cannot be asked for", () => {
  expect(() => createWordTriggers([["12"]])).toThrow("Not a word");
});
