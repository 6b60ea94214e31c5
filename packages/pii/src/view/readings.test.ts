import { expect, test } from "@jest/globals";
import { readingsOf } from "./readings.ts";

const FILLER = "Nothing is said here about anyone.\n".repeat(200);

test.each([
  ["spaced characters", "D E 8 9  3 7 0 4", "DE89 3704"],
  ["digits with emoji between them", "4111 💥 1111", "4111 1111"],
  ["joined words", "/Schmidt_Anna/report.pdf", "Schmidt Anna"],
  ["a reference", "anna&#38;#64;example.com", "anna@example.com"],
])(
  "When a long text has %s, then only the text around it is read again",
  (_what, written, read) => {
    const text = `${FILLER}Behind it: ${written} is written.\n${FILLER}`;
    const [first, ...others] = readingsOf(text);
    expect(first?.text.length).toBeGreaterThan(2 * FILLER.length);
    const again = others.filter((view) => view.text.includes(read));
    expect(again.length).toBeGreaterThan(0);
    for (const view of others) expect(view.text.length).toBeLessThan(1_500);
    for (const view of again) {
      const start = view.text.indexOf(read);
      const place = view.toOriginal({ start, end: start + read.length });
      expect(written).toContain(text.slice(place.start, place.end));
    }
  },
);
