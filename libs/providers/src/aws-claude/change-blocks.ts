import { type UnknownRecord, isRecord } from '@formats';

/** What becomes of one object; the very same object when nothing has to change. */
export type Change = (item: UnknownRecord) => UnknownRecord;

/** The list with each object changed; the very same list when nothing was, or when it is none. */
export function changeItems(list: unknown, change: Change): unknown {
  if (!Array.isArray(list)) return list;
  const items = list as readonly unknown[];
  const changed = items.map(item => (isRecord(item) ? change(item) : item));
  return changed.some((item, index) => item !== items[index]) ? changed : list;
}

/** The same for content blocks, and for those inside them: in results of tools, and in documents made of blocks. */
export function changeBlocks(content: unknown, change: Change): unknown {
  return changeItems(content, block => changeSource(changeContent(change(block), change), change));
}

/** The object with the blocks of its `content` changed. */
export function changeContent(parent: UnknownRecord, change: Change): UnknownRecord {
  const content = changeBlocks(parent.content, change);
  return content === parent.content ? parent : { ...parent, content };
}

function changeSource(block: UnknownRecord, change: Change): UnknownRecord {
  const { source } = block;
  if (!isRecord(source)) return block;
  const changed = changeContent(source, change);
  return changed === source ? block : { ...block, source: changed };
}
