import { createHash } from 'node:crypto';

/** Characters that providers of the OpenAI protocol take in `user`; OpenAI itself refuses longer ones. */
const LENGTH_MAX = 64;

/**
 * The name of an end user as these providers take it. Longer names are refused (Claude Code writes a JSON text of three
 * ids), so a digest stands for them, which still tells users apart.
 */
export function shortUser(user: string): string {
  return user.length <= LENGTH_MAX ? user : createHash('sha256').update(user).digest('hex');
}
