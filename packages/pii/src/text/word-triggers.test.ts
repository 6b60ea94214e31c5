import { expect, test } from "@jest/globals";
import { createWordTriggers } from "./word-triggers.ts";
import { readWords } from "./words.ts";

const triggers = createWordTriggers([["dear", "liebe"], ["dear", "straße"], []]);
const find = (text: string) => triggers(readWords(text));

test("Every list gets the places where its words begin, ignoring case", () => {
  expect(find("Dear Ann, LIEBE Eva; Straße 1. my.dear")).toEqual([[0, 10, 34], [0, 21, 34], []]);
});

test("When a trigger is only part of a word, then it does not match", () => {
  expect(find("Dearest endear deardear")).toEqual([[], [], []]);
});

test("When a text is empty or has only lone surrogates, then no places are found", () => {
  expect(find("")).toEqual([[], [], []]);
  expect(find("\ud800\udc00\ud800")).toEqual([[], [], []]);
});

test("When a trigger is not a word, then an error is thrown", () => {
  expect(() => createWordTriggers([["12"]])).toThrow("Not a word");
});
