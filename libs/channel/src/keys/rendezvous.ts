/**
 * Weighted rendezvous hashing: every node that knows the same candidates picks the same one for a session, without any
 * memory shared between them, and a candidate that comes or goes moves only its own share of the sessions. After
 * Schindelhauer and Schomaker, "Weighted Distributed Hash Tables", 2005: the largest of -weight / ln(uniform).
 */

/** A candidate with its share; shares must be above 0. */
export interface Weighted<Item> {
  readonly item: Item;
  /** Names the candidate in the hash; must stay the same for as long as the candidate is the same. */
  readonly id: string;
  readonly share: number;
}

/** @returns null when there are no candidates */
export function rendezvous<Item>(session: string, candidates: readonly Weighted<Item>[]): Item | null {
  const seed = mixText(0x9e37_79b9, 0x85eb_ca6b, session);
  let best: Item | null = null;
  let bestScore = -Infinity;
  for (const { item, id, share } of candidates) {
    const score = -share / Math.log(uniform(mixText(seed[0], seed[1], id)));
    if (score <= bestScore) continue;
    best = item;
    bestScore = score;
  }
  return best;
}

type Lanes = readonly [number, number];

/**
 * Hashes with two 32-bit lanes of multiply and rotate over UTF-16 units; it does not resist attackers, who gain nothing
 * by a collision.
 */
function mixText(first: number, second: number, text: string): Lanes {
  let one = first;
  let two = second;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    one = Math.imul(one ^ unit, 0x01b8_73d5);
    one = (one << 13) | (one >>> 19);
    two = Math.imul(two ^ unit, 0x5d58_8b65);
    two = (two << 17) | (two >>> 15);
  }
  const mixed = finish(one ^ Math.imul(text.length, 0x27d4_eb2f));
  return [mixed, finish(two ^ mixed)];
}

/** The finishing steps of MurmurHash3: every input bit reaches every output bit. */
function finish(lane: number): number {
  let value = Math.imul(lane ^ (lane >>> 16), 0x85eb_ca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2_ae35);
  return value ^ (value >>> 16);
}

/** A number of 53 bits between 0 and 1, excluding both, so that the logarithm is finite and below 0. */
function uniform([high, low]: Lanes): number {
  return ((high >>> 0) * 2_097_152 + (low >>> 11) + 0.5) / 9_007_199_254_740_992;
}
