import { describeRecognizer } from "../../recognizer.contract.ts";
import { driverLicense } from "./driver-license.ts";

describeRecognizer(driverLicense, {
  hits: [
    "driver's license ⟦H1223456⟧.",
    "Driver License No.: ⟦S530-4605-5678-0⟧",
    "my driver license number is ⟦123456789⟧",
    "DL# ⟦D1234567⟧, exp. 2028",
    "CA DL: ⟦A1234567⟧",
    "drivers licence: ⟦WDLABCD456DG⟧",
    "drivers_license=⟦99999999⟧",
    "⟦H12234567⟧",
  ],
  misses: [
    "H1223456 is a part",
    "driver 123456789",
    "license: MIT 2024",
    "a driver's license since 2019",
    "driver license A1",
    "C12T345672",
    "the driver's license expired 12 days ago",
    "[US_DRIVER_LICENSE_1]",
  ],
});
