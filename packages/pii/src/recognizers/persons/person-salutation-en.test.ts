import { describeRecognizer } from "../recognizer.contract.ts";
import { personSalutationEn } from "./person-salutation-en.ts";

describeRecognizer(personSalutationEn, {
  hits: [
    "Dear ⟦Anna⟧,",
    "Dear ⟦Xaver Qrst⟧,\nthank you",
    "Hi ⟦John Smith⟧!",
    "hello ⟦Emily⟧ how are you",
    "Good morning ⟦Bob⟧",
  ],
  misses: [
    "Dear Sir or Madam,",
    "Dear Hiring Manager,",
    "Hi there,",
    "Hello World!",
    "Hi Team,",
    "Dear Customer,",
    "Dear Mr. Smith,",
    "dear Reader of mine",
    "Chi Anna,",
  ],
});
