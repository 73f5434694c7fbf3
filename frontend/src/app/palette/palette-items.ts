import { scoreOf } from './rank';

/** The section of an item; also the end of the i18n key of the heading. */
export type PaletteSection = 'recent' | 'pages' | 'actions' | 'settings' | 'tokens' | 'channels' | 'users';

/** An action of the palette. */
export interface PaletteItem {
  /** An id that stays the same between visits and languages. */
  readonly id: string;
  readonly section: PaletteSection;
  readonly text: string;
  /** A text shown beside the item, such as the tab of a card. */
  readonly detail?: string;
  /** Further words the item is found by, such as its English name. */
  readonly words?: readonly string[];
  /** True when the item must not be remembered as chosen. Default: false. */
  readonly isForgotten?: boolean;
  readonly run: () => void;
}

export interface PaletteGroup {
  readonly section: PaletteSection;
  readonly items: readonly PaletteItem[];
}

/** The most items of one section that are shown at once; typing more narrows them. */
export const ITEMS_PER_SECTION_MAX = 8;

const RECENT_BONUS = 5;

function groupsOf(items: readonly PaletteItem[]): readonly PaletteGroup[] {
  const groups = new Map<PaletteSection, PaletteItem[]>();
  for (const item of items) groups.set(item.section, [...(groups.get(item.section) ?? []), item]);
  return [...groups].map(([section, members]) => ({ section, items: members }));
}

/** The groups before anything is typed: the items chosen last, then all pages and actions. */
export function groupsAtFirst(items: readonly PaletteItem[], recent: readonly string[]): readonly PaletteGroup[] {
  const known = recent.flatMap(id => items.filter(item => item.id === id));
  const others = items.filter(({ id, section }) => section !== 'settings' && !recent.includes(id));
  return [...(known.length > 0 ? [{ section: 'recent' as const, items: known }] : []), ...groupsOf(others)];
}

/** The items that fit the typed text, the best first; a section is placed by its best item. */
export function groupsFor(
  query: string,
  items: readonly PaletteItem[],
  recent: readonly string[],
): readonly PaletteGroup[] {
  const scored = items
    .map(item => {
      const score = scoreOf(query, [item.text, item.detail ?? '', ...(item.words ?? [])]);
      return { item, score: score > 0 && recent.includes(item.id) ? score + RECENT_BONUS : score };
    })
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score);
  return groupsOf(scored.map(({ item }) => item)).map(group => ({
    ...group,
    items: group.items.slice(0, ITEMS_PER_SECTION_MAX),
  }));
}
