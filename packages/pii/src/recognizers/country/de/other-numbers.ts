/** Words that make the code after them a thing's or a transaction's number. */
export const OTHER_NUMBERS =
  /\b(?:order|bestell|artikel|auftrag|rechnung|invoice|part|sku|ticket|serial|seriennummer|kunden|tracking|sendung|vertrag|charge|batch|lot|model|modell|typ|version|commit|build|isbn|ean|case|fall)[^\d]{0,25}$/i;
