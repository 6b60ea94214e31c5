import { describeRecognizer } from "../recognizer.contract.ts";
import { formName } from "./form-name.ts";

describeRecognizer(formName, {
  hits: [
    "LAST NAME  ⟦BAKER⟧  FIRST NAME  ⟦ROSE⟧\n",
    "Vorname   ⟦Otto⟧\nNachname  ⟦Klein⟧",
    "ORGANIZER;CN=⟦Beate Lorenz⟧:mailto:b",
    'ATTENDEE;CN="⟦Holm, Jonas⟧";ROLE=REQ',
    "CN=⟦Beate Lorenz⟧,OU=People,DC=firma",
  ],
  misses: [
    "NAME  READY  STATUS",
    "last name  is required",
    "CN=DigiCert Global Root CA,O=DigiCert",
    "CN=localhost",
    "Vorname Nachname",
    "file name  Report",
  ],
});
