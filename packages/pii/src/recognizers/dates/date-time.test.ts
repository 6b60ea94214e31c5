import { describeRecognizer } from "../recognizer.contract.ts";
import { dateTime } from "./date-time.ts";

describeRecognizer(dateTime, {
  hits: [
    "Today is ⟦5-20-2021⟧",
    "Today is ⟦21.5.21⟧",
    "Today is ⟦5-MAY-2021⟧",
    "Today is ⟦May-2021⟧",
    "Today is ⟦21-May⟧",
    "Today is ⟦05/2021⟧",
    "at ⟦2024-06-05T09:15:30.500-07:00⟧ or not?",
    "Date: ⟦1984-06-15 09:13:24⟧",
    "I bought it on ⟦May 1st, 1977⟧.",
    "⟦May 1st⟧ is near",
    "am ⟦3. Mai 1980 um 14:30 Uhr⟧",
    "im ⟦Oktober 2015⟧",
    "vom ⟦29.07.2023⟧-⟦01.08.2023⟧",
    "bis zum ⟦17.8.⟧ geplant",
    "in ⟦1972⟧ and since ⟦2008⟧.",
    "the ⟦3rd of March, 2020⟧",
    "at ⟦5 pm⟧ or ⟦10:30 am⟧",
  ],
  misses: [
    "Today is5/21",
    "45/45/1980",
    "1.2.3.4",
    "version 1.2.2003.4",
    "v2024.01.02",
    "192.168.10.12",
    "you may 5 times",
    "marching 3 miles",
    "a ratio of 16:9 here",
    "line 12:34 of the file",
    "in 2048x1024",
    "today, last week, tomorrow",
    "section 3.2. follows",
  ],
});
