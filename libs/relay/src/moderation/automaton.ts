interface BuildNode {
  readonly children: Map<number, number>;
  depth: number;
  fail: number;
  /** Length of the longest word that ends here; 0 when none does. */
  hitLength: number;
}

/**
 * Finds any number of words in one pass, in time linear in the length of the text. Source: Aho and Corasick, "Efficient
 * string matching", 1975. States are numbers, and 0 is the start; letters are UTF-16 units.
 */
export class WordAutomaton {
  /** Length of the longest word in UTF-16 units. */
  readonly longest: number;

  private readonly fail: Int32Array;
  private readonly depths: Int32Array;
  private readonly hits: Int32Array;
  /** The edges of state s are at the indexes from edgeStarts[s] to edgeStarts[s + 1], sorted by unit. */
  private readonly edgeStarts: Int32Array;
  private readonly edgeUnits: Uint16Array;
  private readonly edgeTargets: Int32Array;
  /** The edges of the start, which has many, and where most steps begin. */
  private readonly fromStart = new Int32Array(65_536);

  /** @param words folded and not empty */
  constructor(words: Iterable<string>) {
    const nodes = buildTrie(words);
    linkFailures(nodes);
    this.fail = Int32Array.from(nodes, node => node.fail);
    this.depths = Int32Array.from(nodes, node => node.depth);
    this.hits = Int32Array.from(nodes, node => node.hitLength);
    this.longest = nodes.reduce((longest, node) => Math.max(longest, node.depth), 0);
    this.edgeStarts = new Int32Array(nodes.length + 1);
    this.edgeUnits = new Uint16Array(nodes.length);
    this.edgeTargets = new Int32Array(nodes.length);
    let at = 0;
    for (const [state, { children }] of nodes.entries()) {
      this.edgeStarts[state] = at;
      for (const [unit, target] of [...children].sort(([left], [right]) => left - right)) {
        this.edgeUnits[at] = unit;
        this.edgeTargets[at++] = target;
      }
    }
    this.edgeStarts[nodes.length] = at;
    for (const [unit, target] of nodes[0]?.children ?? []) this.fromStart[unit] = target;
  }

  /** Returns the state after one more unit. */
  step(state: number, unit: number): number {
    for (let from = state; from !== 0; from = this.fail[from] ?? 0) {
      const next = this.edge(from, unit);
      if (next !== 0) return next;
    }
    return this.fromStart[unit] ?? 0;
  }

  /** The number of last units that may be the beginning of a word. */
  depth(state: number): number {
    return this.depths[state] ?? 0;
  }

  /** Length of the longest word that ends with the last unit; 0 when none does. */
  hitLength(state: number): number {
    return this.hits[state] ?? 0;
  }

  private edge(state: number, unit: number): number {
    let low = this.edgeStarts[state] ?? 0;
    let high = this.edgeStarts[state + 1] ?? 0;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.edgeUnits[middle] ?? 0) < unit) low = middle + 1;
      else high = middle;
    }
    const isFound = low < (this.edgeStarts[state + 1] ?? 0) && this.edgeUnits[low] === unit;
    return isFound ? (this.edgeTargets[low] ?? 0) : 0;
  }
}

function buildTrie(words: Iterable<string>): BuildNode[] {
  const nodes: BuildNode[] = [{ children: new Map(), depth: 0, fail: 0, hitLength: 0 }];
  for (const word of words) {
    let node = nodes[0] as BuildNode; // made above
    for (let at = 0; at < word.length; at++) node = childOf(nodes, node, word.charCodeAt(at));
    node.hitLength = word.length;
  }
  return nodes;
}

function childOf(nodes: BuildNode[], node: BuildNode, unit: number): BuildNode {
  const known = nodes[node.children.get(unit) ?? 0];
  if (known && known.depth > 0) return known;
  const child: BuildNode = { children: new Map(), depth: node.depth + 1, fail: 0, hitLength: 0 };
  node.children.set(unit, nodes.length);
  nodes.push(child);
  return child;
}

/** Sets the failure links breadth first, so that all shorter prefixes are linked before. */
function linkFailures(nodes: readonly BuildNode[]): void {
  const start = nodes[0] as BuildNode; // every trie has one
  const queue: BuildNode[] = [];
  for (const at of start.children.values()) queue.push(nodes[at] as BuildNode); // an edge leads to a node
  for (let head = 0; head < queue.length; head++) {
    const node = queue[head] as BuildNode; // head is below the length
    for (const [unit, at] of node.children) {
      const child = nodes[at] as BuildNode; // as above
      child.fail = failureOf(nodes, node, unit);
      child.hitLength ||= nodes[child.fail]?.hitLength ?? 0;
      queue.push(child);
    }
  }
}

function failureOf(nodes: readonly BuildNode[], parent: BuildNode, unit: number): number {
  let from = parent.fail;
  for (;;) {
    const target = nodes[from]?.children.get(unit);
    if (target !== undefined) return target;
    if (from === 0) return 0;
    from = nodes[from]?.fail ?? 0;
  }
}
