const CAPITALS = "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢ";
const LETTERS = "abcdefghijklmnopqrstuvwyz";

/** What small capitals read as: they are written for small letters. NFKC does not fold them. "x" has none. */
export const SMALL_CAPITALS: ReadonlyMap<string, string> = new Map(
  Array.from(CAPITALS, (capital, at) => [capital, LETTERS.charAt(at)]),
);
