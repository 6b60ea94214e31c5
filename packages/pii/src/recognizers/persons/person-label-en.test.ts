import { describeRecognizer } from "../recognizer.contract.ts";
import { personLabelEn, personRoleEn } from "./person-label-en.ts";

describeRecognizer(personLabelEn, {
  hits: [
    "Name: ⟦Anna Weber⟧",
    "Full name = ⟦Xaver Qrst⟧, age 4",
    '{"first_name":"⟦Anna⟧","last_name": "⟦Weber⟧"}',
    "**Name:** ⟦Anna Weber⟧",
    "| Name | ⟦Anna Weber⟧ |",
    "Patient name: Mrs. ⟦Koch⟧",
    "Name:\n⟦Anna Weber⟧",
    "customerName: ⟦Qwertz⟧".replace("⟦Qwertz⟧", "⟦Qwertz⟧"),
  ],
  misses: [
    "File name: Report",
    "Product name: Widget",
    "hostname: Server",
    "name: unknown",
    "Name: 12345",
    "Name: [PERSON_1]",
    "in the name of the Law",
    "rename: Anna",
  ],
});

describeRecognizer(personRoleEn, {
  hits: [
    "Patient: ⟦Anna Weber⟧",
    "Customer: ⟦John⟧",
    "Account holder: ⟦Emily Johnson⟧",
    "From: ⟦John Smith⟧ <",
    "Tenant = ⟦Weber⟧",
  ],
  misses: [
    "Patient: Headache since Monday",
    "Customer: Unknown",
    "outpatient: Anna",
    "Customer: [PERSON_1]",
    "To: everyone",
  ],
});
