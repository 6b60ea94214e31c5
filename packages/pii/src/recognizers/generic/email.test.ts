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
    "x=1&mail=⟦anna@example.com⟧&y=2".replace("x=1&mail=⟦", "⟦x=1&mail="),
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
