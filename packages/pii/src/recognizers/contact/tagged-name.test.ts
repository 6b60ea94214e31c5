import { describeRecognizer } from "../recognizer.contract.ts";
import { taggedName } from "./tagged-name.ts";

describeRecognizer(taggedName, {
  hits: [
    "my discord is ⟦Marrow#4418⟧ if you need me",
    "Riot ID ⟦Blinkfox#EUW7⟧, Battle.net ⟦Blinkfox#21844⟧",
    "add ⟦wolke_7#0441⟧.",
  ],
  misses: [
    "issue #4418 and PR#4418",
    "color#118820",
    "owner/repo#1234",
    "SKU#1234, Room#1204",
    "C#1234",
    "index.html#1234",
    "Blinkfox#EUW7",
    "https://example.org/page#4418",
    "Marrow#44181x",
  ],
});
