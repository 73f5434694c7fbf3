import { type JsonObject, asText } from '../json/read-value';

/**
 * Finds the tool call that a part of a stream belongs to. An index is trusted when there is one; without it, the id
 * decides, and then the place in the chunk's list. The cost of a part does not grow with the number of calls.
 */
export class KnownCalls<Call extends object> {
  private readonly byIndex = new Map<number, Call>();
  private readonly byPosition = new Map<number, Call>();
  private readonly byId = new Map<string, Call>();

  /** @param position of the part in its chunk's list */
  find(part: JsonObject, position: number): Call | undefined {
    const { index } = part;
    if (typeof index === 'number') return this.byIndex.get(index);
    return this.byId.get(asText(part.id)) ?? this.byPosition.get(position);
  }

  /** Records that the index and the place of this part belong to this call from now on. */
  begin(call: Call, part: JsonObject, position: number): void {
    const { index } = part;
    if (typeof index === 'number') this.byIndex.set(index, call);
    this.byPosition.set(position, call);
  }

  /** Records the id of a call; the first call with an id keeps it. */
  identify(call: Call, id: string): void {
    if (id !== '' && !this.byId.has(id)) this.byId.set(id, call);
  }
}
