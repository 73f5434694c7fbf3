import { allGroups, groupLabels, groupsOf, primaryGroup, publicGroups, sortGroups, usableGroups } from './groups';

const settings = {
  groupRatio: { vip: 1, default: 1, inner: 0.5, alpha: 1 },
  displayNames: { vip: 'VIP', alpha: '' },
  hiddenGroups: ['inner'],
};

describe('groups', () => {
  it('lists default first, then by character', () => {
    expect(sortGroups(['vip', 'default', 'Alpha', 'alpha', 'vip'])).toEqual(['default', 'Alpha', 'alpha', 'vip']);
    expect(allGroups(settings)).toEqual(['default', 'alpha', 'inner', 'vip']);
  });

  it('reads a comma list in written order, its first name being the primary one', () => {
    expect(groupsOf(' vip , default,,vip')).toEqual(['vip', 'default']);
    expect(primaryGroup('vip,default')).toBe('vip');
    expect(primaryGroup(' , ')).toBe('default');
  });

  it('hides hidden groups from all users except their members', () => {
    expect(publicGroups(settings)).toEqual(['default', 'alpha', 'vip']);
    expect(usableGroups('vip', settings)).toEqual(['default', 'alpha', 'vip']);
    expect(usableGroups('inner', settings)).toEqual(['default', 'alpha', 'inner', 'vip']);
  });

  it('ignores groups of an account that do not exist, inherited names among them', () => {
    expect(usableGroups('gone,toString', settings)).toEqual(['default', 'alpha', 'vip']);
  });

  it('falls back to default when nothing is left', () => {
    expect(usableGroups('gone', { ...settings, groupRatio: { inner: 1 } })).toEqual(['default']);
  });

  it('labels a group by its display name, else by its name', () => {
    expect(groupLabels(['vip', 'alpha', 'default'], settings)).toEqual({
      vip: 'VIP',
      alpha: 'alpha',
      default: 'default',
    });
  });
});
