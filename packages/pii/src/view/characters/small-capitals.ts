const CAPITALS = "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢ";
const LETTERS = "abcdefghijklmnopqrstuvwyz";

/**
 * Maps small capitals to the small letters for which people write them. NFKC does not fold them.
 * "x" has none.
 */
export const SMALL_CAPITALS: ReadonlyMap<string, string> = new Map(
  Array.from(CAPITALS, (capital, at) => [capital, LETTERS.charAt(at)]),
);
