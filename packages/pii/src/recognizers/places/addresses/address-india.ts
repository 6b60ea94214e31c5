import type { Hit, Recognizer } from "../../../finding.ts";

const TOWN =
  /(?<!\p{L})(?:Bengaluru|Bangalore|Mumbai|Bombay|(?:New )?Delhi|Chennai|Madras|Kolkata|Calcutta|Hyderabad|Secunderabad|Pune|Ahmedabad|Surat|Vadodara|Rajkot|Jaipur|Jodhpur|Udaipur|Lucknow|Kanpur|Varanasi|Agra|Noida|Ghaziabad|Gurgaon|Gurugram|Faridabad|Chandigarh|Mohali|Ludhiana|Amritsar|Indore|Bhopal|Nagpur|Nashik|Thane|Patna|Ranchi|Bhubaneswar|Cuttack|Guwahati|Kochi|Cochin|Thiruvananthapuram|Trivandrum|Kozhikode|Coimbatore|Madurai|Tiruchirappalli|Salem|Mysuru|Mysore|Mangaluru|Hubli|Visakhapatnam|Vijayawada|Goa|Panaji|Dehradun|Shimla|Srinagar|Jammu|Raipur|Karnataka|Maharashtra|Tamil Nadu|Kerala|Telangana|Gujarat|Rajasthan|Uttar Pradesh|West Bengal|Haryana|Punjab|India)[ ,.]{0,2}[-–]? ?(?:PIN(?:code)?[: ]{0,2}|- ?)?$/iu;
const OPENING =
  /(?<![\p{L}\p{N}])(?:(?:flat|house|h\.? ?no|plot|door|no|apt|villa|shop|block|room)\.? ?(?:no\.? ?)?)?#?[A-Z]{0,2}-?\d{1,5}[\w/-]{0,8}(?=[ ,])/iu;
const REACH = 140;

/**
 * Recognizes Indian addresses from their house number to the PIN code (India Post; UPU S42, IND),
 * because no word marks their streets.
 */
export const addressIndia: Recognizer = {
  name: "address-india",
  type: "STREET_ADDRESS",
  codes: [{ run: [6, 6], begins: "number" }],
  find({ text, codes }, places) {
    const hits: Hit[] = [];
    for (const index of places) {
      const start = codes.starts[index] ?? 0;
      const end = codes.ends[index] ?? start;
      if (text.charAt(start) === "0") continue;
      const from = Math.max(0, start - REACH);
      const line = text.slice(from, start);
      if (!TOWN.test(line.slice(-36))) continue;
      const begin = line.search(LAST_LINE);
      const opening = line.slice(begin).search(OPENING);
      const at = opening === -1 ? -1 : begin + opening;
      if (at !== -1) hits.push({ start: from + at, end, confidence: 0.8 });
    }
    return hits;
  },
};

const LAST_LINE = /[^\n:]*$/;
