import { type JsonObject, isJsonObject } from '@formats';

/** Changes one object, or returns the very same object when nothing has to change. */
type Change = (item: JsonObject) => JsonObject;

/** Changes each object of a list. Returns the very same value when nothing changed or when the value is not a list. */
export function changeItems(list: unknown, change: Change): unknown {
  if (!Array.isArray(list)) return list;
  const items = list as readonly unknown[];
  const changed = items.map(item => (isJsonObject(item) ? change(item) : item));
  return changed.some((item, index) => item !== items[index]) ? changed : list;
}

/** Changes content blocks and the blocks inside them: in tool results, and in documents made of blocks. */
export function changeBlocks(content: unknown, change: Change): unknown {
  return changeItems(content, block => changeSource(changeContent(change(block), change), change));
}

/** Changes the blocks in the object's `content`. */
export function changeContent(parent: JsonObject, change: Change): JsonObject {
  const content = changeBlocks(parent.content, change);
  return content === parent.content ? parent : { ...parent, content };
}

function changeSource(block: JsonObject, change: Change): JsonObject {
  const { source } = block;
  if (!isJsonObject(source)) return block;
  const changed = changeContent(source, change);
  return changed === source ? block : { ...block, source: changed };
}
