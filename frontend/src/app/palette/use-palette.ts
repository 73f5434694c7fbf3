import { useMemo, useState } from 'react';
import { useAppSelector } from '../../base/store-hooks';
import { groupsAtFirst, groupsFor, type PaletteGroup, type PaletteItem } from './palette-items';
import { noteRecent, readRecent } from './recent';
import { useFoundItems } from './use-found-items';
import { useOwnItems } from './use-own-items';

export interface PaletteState {
  readonly text: string;
  readonly type: (text: string) => void;
  readonly groups: readonly PaletteGroup[];
  /** The items of all groups, from top to bottom. */
  readonly items: readonly PaletteItem[];
  /** The item that Enter chooses. */
  readonly active: PaletteItem | undefined;
  /** Marks an item; null marks the first one. */
  readonly mark: (item: PaletteItem | null) => void;
  /** Marks the item that is under the pointer already, so the list must not scroll to it. */
  readonly point: (item: PaletteItem) => void;
  readonly isPointed: boolean;
  readonly take: (item: PaletteItem) => void;
  readonly isSearching: boolean;
  readonly hasFailed: boolean;
  readonly retry: () => void;
}

/**
 * The state of the palette. Typing narrows the items; a chosen item is remembered, and runs after the palette has
 * closed.
 */
export function usePalette(onClose: () => void): PaletteState {
  const userId = useAppSelector(state => state.session.user?.id ?? 0);
  const [text, setText] = useState('');
  /** The id of the marked item; the mark stays while rows of the server arrive below. Null means the first item. */
  const [activeId, setActiveId] = useState<string | null>(null);
  const [isPointed, setPointed] = useState(false);
  const recent = useMemo(() => readRecent(userId), [userId]);
  const own = useOwnItems();
  const found = useFoundItems(text);

  const groups = text.trim() === '' ? groupsAtFirst(own, recent) : [...groupsFor(text, own, recent), ...found.groups];
  const items = groups.flatMap(group => group.items);

  const mark = (item: PaletteItem | null) => {
    setActiveId(item?.id ?? null);
    setPointed(false);
  };

  return {
    text,
    type: next => {
      setText(next);
      mark(null);
    },
    groups,
    items,
    active: items.find(({ id }) => id === activeId) ?? items[0],
    mark,
    point: ({ id }) => {
      setActiveId(id);
      setPointed(true);
    },
    isPointed,
    take: item => {
      if (!item.isForgotten) noteRecent(userId, item.id);
      onClose(); // closes first, since the item may open another dialog
      item.run();
    },
    isSearching: found.isSearching,
    hasFailed: found.hasFailed,
    retry: found.retry,
  };
}
