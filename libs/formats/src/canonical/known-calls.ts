import { type UnknownRecord, asText } from '../json/read-value';

/**
 * Finds the call that a part of a stream belongs to. An index is trusted when it is there; without one, the id and then
 * the place in the chunk's list tell. However many calls there are, a part costs the same.
 */
export class KnownCalls<Call extends object> {
  private readonly byIndex = new Map<number, Call>();
  private readonly byPosition = new Map<number, Call>();
  private readonly byId = new Map<string, Call>();

  /** @param position of the part in its chunk's list */
  find(part: UnknownRecord, position: number): Call | undefined {
    const { index } = part;
    if (typeof index === 'number') return this.byIndex.get(index);
    return this.byId.get(asText(part.id)) ?? this.byPosition.get(position);
  }

  /** From now on the index and the place of this part are those of this call. */
  begin(call: Call, part: UnknownRecord, position: number): void {
    const { index } = part;
    if (typeof index === 'number') this.byIndex.set(index, call);
    this.byPosition.set(position, call);
  }

  /** The first call of an id keeps it. */
  identify(call: Call, id: string): void {
    if (id !== '' && !this.byId.has(id)) this.byId.set(id, call);
  }
}
