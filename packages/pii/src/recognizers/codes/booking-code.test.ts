import { describeRecognizer } from "../recognizer.contract.ts";
import { bookingCode } from "./booking-code.ts";

describeRecognizer(bookingCode, {
  hits: [
    "Reservation ⟦K7QX2P⟧, seat 23K",
    "Buchung ⟦8KD4ZP⟧, Anzahlung",
    "Your booking reference is ⟦X7KQ2P⟧.",
    "PNR: ⟦QWERTZ⟧",
    "PNR CODE: ⟦MX4T9A⟧  SEAT 14C",
    "Buchungscode ⟦ZK9L3M⟧, Ticket",
    "record locator ⟦ABCDEF⟧",
    '"confirmation number": "⟦HX22B91⟧"',
  ],
  misses: [
    "booking is CLOSED, reservation 12PAX, confirmation: 202411",
    "Buchung BITTE bestätigen",
    "booking CLOSED",
    "the reservation number is unknown",
    "PNR codes are six letters",
    "confirmation code: sent",
    "a locator with XPath",
    "Reservation code",
  ],
});
