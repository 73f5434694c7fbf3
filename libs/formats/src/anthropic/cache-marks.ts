import { type DroppedFields } from '../canonical/dropped-fields';
import { asList, asRecord, at } from '../json/read-value';
import { type WireBlock } from './write-content';

/** The API refuses a fifth mark. */
const MARKS_MAX = 4;

/**
 * Keeps the last marks, since a later one covers everything before it. It also shortens a long mark that follows a
 * short one, because the API refuses that order.
 *
 * @param blocks tools, instructions and the blocks of all messages, in the order of the request; changed in place
 */
export function limitCacheMarks(blocks: readonly WireBlock[], dropped: DroppedFields): void {
  const marked = blocks.flatMap(block => [...innerBlocks(block), block]).filter(block => block.cache_control);
  for (const block of marked.splice(0, Math.max(0, marked.length - MARKS_MAX))) {
    delete block.cache_control;
    dropped.add('message.cache_control');
  }
  let hasShort = false;
  for (const block of marked) {
    const isLong = at(block, 'cache_control', 'ttl') === '1h';
    if (isLong && hasShort) {
      block.cache_control = { type: 'ephemeral' };
      dropped.add('message.cache_control');
    }
    hasShort ||= !isLong;
  }
}

/** The blocks inside a tool result, which may have marks of their own. */
function innerBlocks(block: WireBlock): WireBlock[] {
  if (block.type !== 'tool_result') return [];
  return asList(block.content).flatMap(inner => (asRecord(inner) ? [inner as WireBlock] : [])); // this folder made the blocks, so they may be changed
}
