export { openArchive, type ArchiveHead } from './archive-file';
export { backUp, markOf, SECRET_FILES } from './backup';
export type { TableDigest } from './digest';
export { move, restore, type FillProof } from './restore';
export { appliedMigrations } from './schema';
