import { describeRecognizer } from "../recognizer.contract.ts";
import { formName } from "./form-name.ts";

describeRecognizer(formName, {
  hits: [
    "Victim: ⟦GARCIA, MARIA L.⟧ W/F DOB",
    "LAST NAME  ⟦BAKER⟧  FIRST NAME  ⟦ROSE⟧\n",
    "Vorname   ⟦Otto⟧\nNachname  ⟦Klein⟧",
    "ORGANIZER;CN=⟦Beate Lorenz⟧:mailto:b",
    'ATTENDEE;CN="⟦Holm, Jonas⟧";ROLE=REQ',
    "CN=⟦Beate Lorenz⟧,OU=People,DC=firma",
  ],
  misses: [
    "Patient: stable, no fever",
    "Witness  Statement",
    "NAME  READY  STATUS",
    "last name  is required",
    "CN=DigiCert Global Root CA,O=DigiCert",
    "CN=localhost",
    "Vorname Nachname",
    "file name  Report",
  ],
});
