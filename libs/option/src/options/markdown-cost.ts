/**
 * Limit of emphasis signs in a paragraph. Each is matched with every earlier sign of its paragraph, so the reader's
 * time grows with the square and beyond.
 */
const EMPHASIS_PER_BLOCK_MAX = 1_500;
/**
 * Limit of signs times length, summed over paragraphs; ordinary texts of the greatest length stay below a tenth of it.
 */
const COST_MAX = 20_000_000;
/** Limit of paragraphs and list items; each costs something, however short it is. */
const BLOCKS_MAX = 5_000;

/** Text at which the reader begins a new paragraph: a blank line, or the mark of a list item. */
const BLOCK_START = /\n(?=[ \t]*\n|[ \t]*(?:[-+*]|\d{1,9}[.)])[ \t])/;
const SIGN = /[*_~!|(<]/g;
const EMPHASIS = /[*_~!]/g;
/** A line with quotations and lists inside each other, deeper than people read. */
const DEEP_LINE = /^(?:[ \t]{0,8}(?:>|[-+*][ \t]|\d{1,9}[.)][ \t])){40}/m;

/**
 * True when a markdown reader finishes a text soon. Its time is bounded before it begins, because it cannot be stopped.
 */
export function isCheapMarkdown(text: string): boolean {
  if (DEEP_LINE.test(text)) return false;
  const blocks = text.split(BLOCK_START);
  if (blocks.length > BLOCKS_MAX) return false;
  let cost = 0;
  for (const block of blocks) {
    if (countOf(block, EMPHASIS) > EMPHASIS_PER_BLOCK_MAX) return false;
    cost += countOf(block, SIGN) * block.length;
    if (cost > COST_MAX) return false;
  }
  return true;
}

function countOf(text: string, sign: RegExp): number {
  return text.match(sign)?.length ?? 0;
}
