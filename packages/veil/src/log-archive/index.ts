/** Archives of pruned events: their text, and the verifier, which needs `node:crypto`. */
export { type ArchiveHeader, archiveEntry, archiveHeader } from "./archive-lines.ts";
export { type ArchivedEvent, type VerifiedArchive, verifyArchive } from "./verify-archive.ts";
