import { describeRecognizer } from "../../recognizer.contract.ts";
import { drivingLicense } from "./driving-license.ts";

describeRecognizer(drivingLicense, {
  hits: [
    "⟦MORGA607054SM9IJ⟧",
    "Licence: ⟦MORGA657054SM9IJ⟧ ok",
    "⟦FO999512018AA1AB⟧, ⟦JONES710153J99EF⟧",
    "⟦morga607054sm9ij⟧",
  ],
  misses: [
    "MORGA613054SM9IJ",
    "MORGA607324SM9IJ",
    "MORGA607004SM9IJ",
    "MORGA607054SM9I",
    "MORGA607054SM9IJ9",
    "MO9GA607054SM9IJ",
    "99999607054SM9IJ",
    "[GB_DRIVER_LICENSE_1]",
  ],
});
