import type { Hit, Recognizer } from "../../finding.ts";

const LINE =
  /\[(?:\d{4}-\d\d-\d\d[ T]|\d{1,2}[./]\d{1,2}[./]\d{2,4},? )?\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]m)?\] <?(@?[a-z][a-z\d_.-]{2,31})(?=>?: |> )/y;
/** Log levels and program names in logs. */
const NOT_A_PERSON =
  /^(?:error|warn(?:ing)?|info|debug|trace|notice|fatal|critical|alert|system|server|client|kernel|daemon|systemd.*|sshd|cron|nginx|apache|postgres|mysql|redis|docker|kubelet|worker|scheduler|main|app|api|web|db|test|build|deploy|bot|assistant|user|admin|root|agent|caller|support|output|input|status|result|stdout|stderr|.*(?:service|worker|server|client|bot|daemon|controller))$/;

/** Recognizes the author of a chat line: "[10:02] marnie_k: anyone there?". */
export const chatName: Recognizer = {
  name: "chat-name",
  type: "USERNAME",
  needs: "[",
  find({ text }) {
    const hits: Hit[] = [];
    for (let at = text.indexOf("["); at !== -1; at = text.indexOf("[", at + 1)) {
      LINE.lastIndex = at;
      const name = LINE.exec(text)?.[1];
      if (name === undefined || NOT_A_PERSON.test(name)) continue;
      const end = LINE.lastIndex;
      hits.push({ start: end - name.length, end, confidence: 0.6 });
    }
    return hits;
  },
};
