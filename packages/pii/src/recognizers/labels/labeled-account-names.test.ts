import { describeRecognizer } from "../recognizer.contract.ts";
import { findLabeledValues } from "./find-labeled-values.ts";

describeRecognizer(
  { name: "account names behind labels", type: "USERNAME", find: findLabeledValues },
  {
    hits: [
      "Reporter: ⟦dkowalczyk⟧\nAssignee: ⟦m.vance⟧",
      "username: ⟦kj046613⟧",
      'uhaul_username = "⟦kj046613⟧"',
      '{"user_id":"⟦anna.weber⟧"}',
      "login failed user_id=⟦u-2231⟧ ip=1",
      "Benutzername: ⟦mueller99⟧.",
      "**Username:** ⟦annaw⟧",
      "login ⟦tamsin.w⟧ or user is ⟦skater_04⟧",
      "github: ⟦ferncodes⟧, discord ⟦Marrow#4418⟧",
      "machine ftp.example.net login ⟦mirror-bot3⟧ password x",
      "Domain account: ⟦CORP\\gwhitlock⟧",
      "curl --user ⟦us⟧:⟦s3cretWord⟧ https://build.example",
      "curl --user ⟦jdoerr⟧:⟦Zeppelin!44⟧ https://build.example",
    ],
    misses: [
      "Author: Anna Weber",
      "author: string; reviewer = nextReviewer",
      "Approver: the head of the department",
      "username: string;",
      "username = request.user",
      "username: user.name",
      "login: admin",
      "username=username",
      "metadata: { user_id: endUserId },",
      "uid: 10181",
      "where i.UserId == SystemContext.User.Id",
      "your login works; sqlmap -u “http://www.example.com/page?id=1”",
      "judge(handle: JobHandler, job: Incoming)",
      "User: the person who uses it",
      "Sign in with GitHub: click the button",
      "Username: must have 3 letters",
      "| user | customer | token |",
      "i.UserId == SystemContext.User.Id",
      "[USERNAME_1]",
    ],
  },
);
