import { DistinctIds } from '../canonical/distinct-ids';

const UNSAFE = /[^a-zA-Z0-9_-]/g;

/**
 * Makes ids of tool calls that the provider accepts: letters, digits, `_` and `-`, each once per conversation. Other
 * providers use more characters, or the same id in every turn; call and result are changed to the same id.
 */
export class CallIds {
  private readonly current = new Map<string, string>();
  private readonly distinct = new DistinctIds();

  /** The new id for a call that begins here. */
  begin(id: string): string {
    const safe = this.distinct.next(id.replace(UNSAFE, '_'));
    this.current.set(id, safe);
    return safe;
  }

  /** The new id of the latest call with this id; undefined when there was no such call. */
  find(id: string): string | undefined {
    return this.current.get(id);
  }
}
