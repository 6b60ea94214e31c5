import { describeRecognizer } from "../../recognizer.contract.ts";
import { addressIndia } from "./address-india.ts";

describeRecognizer(addressIndia, {
  hits: [
    "ship to ⟦Flat 4B, 2nd Cross, Indiranagar, Bengaluru 560038⟧.",
    "Address: ⟦12/3, 4th Main Road, Koramangala, Bengaluru - 560034⟧",
    "⟦H.No 8-2-120, Banjara Hills, Hyderabad, Telangana 500034⟧",
  ],
  misses: [
    "Bengaluru 560038",
    "In 2020 offices opened: Mumbai, Pune 400001".replace("In 2020 offices", "Offices"),
    "order 123456",
    "Flat 4B, Indiranagar 560038",
    "Pune 4000012",
  ],
});
