import { scoreOf } from './rank';

/** Where an item stands; also the end of the key of the heading. */
export type PaletteSection = 'recent' | 'pages' | 'actions' | 'settings' | 'tokens' | 'channels' | 'users';

/** Something the palette can do. */
export interface PaletteItem {
  /** Stays the same between visits and languages. */
  readonly id: string;
  readonly section: PaletteSection;
  readonly text: string;
  /** Said beside the text, such as the tab of a card. */
  readonly detail?: string;
  /** What it is found by besides, such as its English name. */
  readonly words?: readonly string[];
  /** Whether it may be remembered as chosen. Default: yes. */
  readonly isForgotten?: boolean;
  readonly run: () => void;
}

export interface PaletteGroup {
  readonly section: PaletteSection;
  readonly items: readonly PaletteItem[];
}

/** Items of one section that are shown at once; more are reached by typing more. */
export const ITEMS_PER_SECTION_MAX = 8;

const RECENT_BONUS = 5;

function groupsOf(items: readonly PaletteItem[]): readonly PaletteGroup[] {
  const groups = new Map<PaletteSection, PaletteItem[]>();
  for (const item of items) groups.set(item.section, [...(groups.get(item.section) ?? []), item]);
  return [...groups].map(([section, members]) => ({ section, items: members }));
}

/** Before anything is typed: what was chosen last, then all pages and actions. */
export function groupsAtFirst(items: readonly PaletteItem[], recent: readonly string[]): readonly PaletteGroup[] {
  const known = recent.flatMap(id => items.filter(item => item.id === id));
  const others = items.filter(({ id, section }) => section !== 'settings' && !recent.includes(id));
  return [...(known.length > 0 ? [{ section: 'recent' as const, items: known }] : []), ...groupsOf(others)];
}

/** What fits the typed text, the best first; a section stands where its best item stands. */
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
