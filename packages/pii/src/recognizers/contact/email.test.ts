import { expect, test } from "@jest/globals";
import { createFinder } from "../../finding.ts";
import { createDocument } from "../../text/document.ts";
import { findThroughView } from "../../view/find-through-view.ts";
import { describeRecognizer } from "../recognizer.contract.ts";
import { email } from "./email.ts";

describeRecognizer(email, {
  hits: [
    "⟦anna.weber@example.com⟧",
    "write to ⟦a@b.co⟧, please",
    "<⟦first+tag@sub.domain.example.org⟧>",
    "mailto:⟦o'brien@example.ie⟧",
    "Mail:⟦ANNA_WEBER@EXAMPLE.COM⟧.",
    "⟦müller@bücher.de⟧ und ⟦用户@例子.公司⟧",
    "⟦user@xn--80ak6aa92e.com⟧ ⟦a@xn--d1acufc.xn--p1ai⟧",
    "'⟦anna@example.com⟧' **⟦bob@example.com⟧**",
    "(⟦anna@example.com⟧;⟦bob@example.com⟧)",
    '{"email":"⟦anna@example.com⟧"}',
  ],
  misses: [
    "anna@",
    "@example.com",
    "anna@localhost",
    "a @ b.de",
    "my email is info@presidio.",
    "@anna hat geschrieben",
    "anna@example.123",
    "price: 5@2.50",
    "[EMAIL_1]",
    "v1@2",
  ],
});

test("When an address is the value of a form field, then the finder reports both the address and the whole field", () => {
  const text = "x=1&mail=anna@example.com&y=2";
  const found = findThroughView(text, (seen) => createFinder([email])(createDocument(seen, "en")));
  expect(found.map(({ start, end }) => text.slice(start, end))).toEqual([
    "x=1&mail=anna@example.com",
    "anna@example.com",
  ]);
});
