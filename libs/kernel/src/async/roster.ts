/** Something that stands on one roster at most. Only its roster writes `place`, which is -1 on none. */
export interface Listed {
  place: number;
}

/**
 * The objects that are at work now, each for a short time.
 *
 * A `Set` that lives long must not hold what comes and goes with every call: when V8 makes it a new table, the old one
 * keeps its entries and points to the new one. Once an old table has become an old object, each scavenge takes it for a
 * reason to keep the newer ones, and all that ever was in them grows old and waits for a whole collection.
 */
export class Roster<Member extends Listed> {
  private readonly members: Member[] = [];

  get size(): number {
    return this.members.length;
  }

  /** Adds a member; does nothing when it is there already. */
  add(member: Member): void {
    if (this.has(member)) return;
    member.place = this.members.length;
    this.members.push(member);
  }

  /** Takes a member out; does nothing when it is not there. The last one gets its place. */
  remove(member: Member): void {
    if (!this.has(member)) return;
    const last = this.members.pop();
    if (last !== undefined && last !== member) {
      this.members[member.place] = last;
      last.place = member.place;
    }
    member.place = -1;
  }

  has(member: Member): boolean {
    return this.members[member.place] === member;
  }

  /** The members at this moment, in no particular order; they may be removed meanwhile. */
  all(): readonly Member[] {
    return [...this.members];
  }
}
