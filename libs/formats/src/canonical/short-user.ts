import { createHash } from 'node:crypto';

/**
 * The number of characters that providers of the OpenAI protocol accept in `user`; OpenAI itself refuses longer values.
 */
const LENGTH_MAX = 64;

/**
 * The name of an end user in a length that these providers accept. They refuse longer names (Claude Code writes a JSON
 * text of three ids), so a long name is replaced by a digest, which still tells users apart.
 */
export function shortUser(user: string): string {
  return user.length <= LENGTH_MAX ? user : createHash('sha256').update(user).digest('hex');
}
