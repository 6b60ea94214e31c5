import { expect, test } from "@jest/globals";
import { createFinder } from "../../finding.ts";
import { createDocument } from "../../text/document.ts";
import { describeRecognizer } from "../recognizer.contract.ts";
import { lockCode } from "./lock-code.ts";

describeRecognizer(lockCode, {
  hits: [
    "He has the front door code, #⟦4471*⟧, so come in",
    "the code for the bike cellar changed, is it ⟦2894#⟧ now?",
    "Alarmanlage scharf: ⟦0815*1⟧, bei Fehlalarm",
    "alarm goes off, so punch in ⟦9041⟧ quick",
    "hast du den tresorcode noch? ⟦77-14-02⟧ glaub ich",
    "das Fahrradschloss hat ⟦3-8-1-6⟧. Gruß",
    "my locker is ⟦44-9-61⟧",
  ],
  misses: [
    "door issue #4471 and gate #12",
    "the code was 1024* 768 pixels behind the door",
    "code: x = 100*y; lock = 4096*n",
    "the gate was built in *2024*",
    "the lock was changed on 12-04-23",
    "safe since 1-2 days, door 3-4",
    "tor 0-1-2-3-4-5-6-7",
    "call 0171-22-33-44 about the safe",
    "enter 1234 to open the door",
    "Die Gruppe traf sich, dann 77-14-02 und #4471*.",
  ],
});

test("When a text has several words for locks close together, then each lock code is found once and as a whole", () => {
  const find = createFinder([lockCode]);
  for (let blanks = 0; blanks < 120; blanks += 1) {
    const text = `door gate${" ".repeat(blanks)}safe 123456# alarm 7-8-1-6 lock`;
    const found = find(createDocument(text, "en")).map(({ start, end }) => text.slice(start, end));
    expect(found.sort()).toEqual(["123456#", "7-8-1-6"]);
  }
});
