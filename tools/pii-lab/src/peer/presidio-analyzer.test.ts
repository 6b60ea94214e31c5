import { expect, test } from "@jest/globals";
import { describeWithServer } from "@veil/testing";
import { presidioAnalyzer } from "./presidio-analyzer.ts";

describeWithServer("presidio", "Presidio as a peer", (url) => {
  test("When characters take two code units, then findings have the offsets of their values", async () => {
    const text = "😀 My email is john.smith@example.com, my name is John Smith.";
    const found = await presidioAnalyzer(url).find(text);
    const values = found.map(({ type, start, end }) => [type, text.slice(start, end)]);
    expect(values).toContainEqual(["EMAIL_ADDRESS", "john.smith@example.com"]);
    expect(values).toContainEqual(["PERSON", "John Smith"]);
  });

  test("When the call is aborted, then it fails", async () => {
    await expect(presidioAnalyzer(url).find("text", AbortSignal.abort())).rejects.toThrow();
  });
});
