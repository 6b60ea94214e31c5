import { jest } from "@jest/globals";

export async function printedBy(work: () => Promise<void>): Promise<string> {
  let text = "";
  const spy = jest.spyOn(process.stdout, "write").mockImplementation((chunk) => {
    text += String(chunk);
    return true;
  });
  try {
    await work();
    return text;
  } finally {
    spy.mockRestore();
  }
}
