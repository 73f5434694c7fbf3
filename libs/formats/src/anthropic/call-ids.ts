import { DistinctIds } from '../canonical/distinct-ids';

const UNSAFE = /[^a-zA-Z0-9_-]/g;

/**
 * Ids of tool calls as the provider takes them: letters, digits, `_` and `-`, each once per conversation. Other providers use
 * more characters, or the same id in every turn; call and result are changed alike.
 */
export class CallIds {
  private readonly current = new Map<string, string>();
  private readonly distinct = new DistinctIds();

  /** The id for a call that begins here. */
  begin(id: string): string {
    const safe = this.distinct.next(id.replace(UNSAFE, '_'));
    this.current.set(id, safe);
    return safe;
  }

  /** The id of the latest call that had this one; undefined when no call did. */
  find(id: string): string | undefined {
    return this.current.get(id);
  }
}
