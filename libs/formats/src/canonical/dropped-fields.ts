/** Header-safe: names are shown to the caller in `x-sluice-dropped`. */
const UNSAFE = /[^\w.:@/-]+/g;
const NAME_LENGTH_MAX = 80;
const NAMES_MAX = 50;
const NOTHING: readonly string[] = [];

/**
 * Collects the names of the fields of a call that its upstream's format has no place for. A name is the field's usual
 * name in lower snake case (`top_k`, `logit_bias`, `response_format`); things inside messages begin with `message.`
 * (`message.audio`, `message.cache_control`, `message.reasoning_signature`), things inside tools with `tools.`
 * (`tools.strict`, `tools.web_search`). A value that is only carried over roughly (a token budget as an effort) is
 * named too.
 */
export class DroppedFields {
  /** Most calls lose nothing. */
  private names: Set<string> | null = null;

  constructor(names: Iterable<string> = []) {
    for (const name of names) this.add(name);
  }

  add(name: string): void {
    this.names ??= new Set();
    if (this.names.size < NAMES_MAX) this.names.add(name.replace(UNSAFE, '_').slice(0, NAME_LENGTH_MAX));
  }

  get isEmpty(): boolean {
    return this.names === null;
  }

  /** The names, each once, sorted. */
  get list(): readonly string[] {
    return this.names === null ? NOTHING : [...this.names].sort();
  }
}
