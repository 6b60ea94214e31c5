/** Words which say that the code after them is the number of a thing or a transaction. */
export const OTHER_NUMBERS =
  /\b(?:order|bestell|artikel|auftrag|rechnung|invoice|part|sku|ticket|serial|seriennummer|kunden|tracking|sendung|vertrag|charge|batch|lot|model|modell|typ|version|commit|build|isbn|ean|case|fall)[^\d]{0,25}$/i;
