import { groupsAtFirst, groupsFor, ITEMS_PER_SECTION_MAX, type PaletteItem } from './palette-items';

function item(section: PaletteItem['section'], text: string): PaletteItem {
  return {
    id: `${section}:${text}`,
    section,
    text,
    run: () => undefined,
  };
}

const items = [
  item('pages', 'Tokens'),
  item('pages', 'Logs'),
  item('actions', 'New token'),
  item('settings', 'Token prices'),
];

function shapeOf(groups: ReturnType<typeof groupsFor>) {
  return groups.map(({ section, items: members }) => [section, members.map(({ text }) => text)]);
}

describe('the groups of the palette', () => {
  it('are pages and actions at first; the settings appear only after typing', () => {
    expect(shapeOf(groupsAtFirst(items, []))).toEqual([
      ['pages', ['Tokens', 'Logs']],
      ['actions', ['New token']],
    ]);
  });

  it('begin with the items chosen last, each once, without those that no longer exist', () => {
    expect(shapeOf(groupsAtFirst(items, ['settings:Token prices', 'pages:gone', 'pages:Logs']))).toEqual([
      ['recent', ['Token prices', 'Logs']],
      ['pages', ['Tokens']],
      ['actions', ['New token']],
    ]);
  });

  it('are ordered by their best items', () => {
    expect(shapeOf(groupsFor('new tok', items, []))).toEqual([['actions', ['New token']]]);
    expect(shapeOf(groupsFor('token', items, [])).map(([section]) => section)).toEqual([
      'pages',
      'settings',
      'actions',
    ]);
  });

  it('put items chosen before above items that fit equally well', () => {
    const twins = [item('pages', 'Log one'), item('pages', 'Log two')];
    expect(shapeOf(groupsFor('log', twins, ['pages:Log two']))).toEqual([['pages', ['Log two', 'Log one']]]);
  });

  it('are limited in length', () => {
    const many = Array.from({ length: ITEMS_PER_SECTION_MAX + 1 }, (_none, index) => item('pages', `Log ${index}`));
    expect(groupsFor('log', many, [])[0]?.items).toHaveLength(ITEMS_PER_SECTION_MAX);
  });
});
