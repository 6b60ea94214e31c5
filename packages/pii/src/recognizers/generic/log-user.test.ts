import { describeRecognizer } from "../recognizer.contract.ts";
import { logUser } from "./log-user.ts";

describeRecognizer(logUser, {
  hits: [
    "committed by ⟦t.brandvold⟧ today",
    "geprüft von ⟦m.hinrichs⟧.",
    "login failed user=⟦j.kowalski⟧ ip=10.2.3.4",
    "sshd[991]: Accepted publickey for ⟦mmeier⟧ from 10.0.0.8 port 51122",
    "Failed password for invalid user ⟦tschulz⟧ from 10.0.0.8",
    "Failed password for ⟦tschulz⟧ from 10.0.0.8",
    "session opened for user ⟦mmeier⟧ by (uid=0)",
    "sudo:   ⟦pkoch⟧ : TTY=pts/0 ; USER=root ; COMMAND=/bin/ls",
    "user '⟦h.neumann⟧' logged in",
    "user ⟦alice.w⟧ authenticated;",
    "bad password for user ⟦kpetrov⟧ (attempt 3)",
    "falsches Kennwort für Benutzer ⟦kbrenner⟧ (Versuch 3)",
  ],
  misses: [
    "set by e.target.value",
    "by a.method(x)",
    "read by a node, by i.e. nothing",
    "As user `audit`.",
    "user 'gateway' in roles",
    "Accepted publickey for root from 10.0.0.8",
    "user interface created",
    "createUser(user=user, role)",
    "docker run --user=node app",
    "const user = alice",
    "The user was created",
    "asks for user input; Hinweis für Benutzer neu",
    "user 'postgres' connected",
    "failed test for x from y".replace("x from", "x in"),
    "user=request.user)",
  ],
});
