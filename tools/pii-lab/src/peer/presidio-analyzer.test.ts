import { expect, test } from "@jest/globals";
import { describeWithServer } from "@veil/testing";
import { presidioAnalyzer } from "./presidio-analyzer.ts";

describeWithServer("presidio", "Presidio as a peer", (url) => {
  test("When a character before a value has two code units, then the finding still has the offsets of the value", async () => {
    const text = "😀 My email is john.smith@example.com, my name is John Smith.";
    const found = await presidioAnalyzer(url).find(text);
    const values = found.map(({ type, start, end }) => [type, text.slice(start, end)]);
    expect(values).toContainEqual(["EMAIL_ADDRESS", "john.smith@example.com"]);
    expect(values).toContainEqual(["PERSON", "John Smith"]);
  });

  test("When a call to Presidio is aborted, then it fails", async () => {
    await expect(presidioAnalyzer(url).find("text", AbortSignal.abort())).rejects.toThrow();
  });
});
