const CAPITALS = "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢ";
const LETTERS = "abcdefghijklmnopqrstuvwyz";

/**
 * Maps small capitals to the lower-case letters that they stand for. NFKC does not fold them. "x"
 * has no small capital.
 */
export const SMALL_CAPITALS: ReadonlyMap<string, string> = new Map(
  Array.from(CAPITALS, (capital, at) => [capital, LETTERS.charAt(at)]),
);
