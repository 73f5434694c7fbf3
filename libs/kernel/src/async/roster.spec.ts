import { Roster, type Listed } from './roster';

function member(): Listed {
  return { place: -1 };
}

describe('a roster', () => {
  it('holds each member once, whatever the order in which they come and go', () => {
    const roster = new Roster<Listed>();
    const members = Array.from({ length: 100 }, member);
    for (const one of members) {
      roster.add(one);
      roster.add(one);
    }
    expect(roster.size).toBe(100);
    const leaving = members.filter((_, at) => at % 3 !== 1);
    for (const one of [...leaving].reverse()) roster.remove(one);
    const staying = members.filter((_, at) => at % 3 === 1);
    expect(new Set(roster.all())).toEqual(new Set(staying));
    expect(staying.every(one => roster.has(one))).toBe(true);
    for (const one of leaving) roster.add(one);
    expect(new Set(roster.all())).toEqual(new Set(members));
  });

  it('takes nobody out for one who is not there', () => {
    const roster = new Roster<Listed>();
    const present = member();
    roster.add(present);
    roster.remove({ place: 0 });
    const gone = member();
    roster.add(gone);
    roster.remove(gone);
    roster.remove(gone);
    expect(roster.all()).toEqual([present]);
  });

  it('may change while somebody goes through its members', () => {
    const roster = new Roster<Listed>();
    const members = Array.from({ length: 10 }, member);
    for (const one of members) roster.add(one);
    let seen = 0;
    for (const one of roster.all()) {
      roster.remove(one);
      seen += 1;
    }
    expect([seen, roster.size]).toEqual([10, 0]);
  });
});
