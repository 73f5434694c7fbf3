import { Classes, Menu } from '@blueprintjs/core';
import { type ItemListRendererProps, type ItemRendererProps } from '@blueprintjs/select';
import { useTranslation } from 'react-i18next';
import { type PaletteGroup, type PaletteItem } from './palette-items';

export function optionId(listId: string, item: PaletteItem): string {
  return `${listId}-${item.id}`;
}

interface PaletteOptionProps {
  readonly item: PaletteItem;
  /** What the Omnibar knows about the item, and the handlers it needs on the element. */
  readonly list: Pick<ItemRendererProps<HTMLLIElement>, 'handleClick' | 'modifiers' | 'ref'>;
  readonly id: string;
  readonly onPoint: () => void;
}

/**
 * One item that looks like Blueprint's own. Blueprint's item is a link within its row and cannot be referenced by the
 * field above.
 */
export function PaletteOption({ item, list, id, onPoint }: PaletteOptionProps) {
  const isActive = list.modifiers.active;
  return (
    <li
      ref={list.ref}
      id={id}
      role="option"
      aria-selected={isActive}
      className={`${Classes.MENU_ITEM}${isActive ? ` ${Classes.ACTIVE} ${Classes.INTENT_PRIMARY}` : ''}`}
      onMouseDown={event => event.preventDefault()} // keeps the focus in the field
      onMouseMove={onPoint}
      onClick={list.handleClick}
    >
      <span className={`${Classes.FILL} ${Classes.TEXT_OVERFLOW_ELLIPSIS}`}>{item.text}</span>
      {item.detail && <span className="palette-detail">{item.detail}</span>}
    </li>
  );
}

interface PaletteListProps {
  readonly id: string;
  readonly groups: readonly PaletteGroup[];
  readonly list: Pick<ItemListRendererProps<PaletteItem>, 'itemsParentRef' | 'renderItem'>;
}

/** The items of the palette under their headings. The field above keeps the focus and announces the marked item. */
export function PaletteList({ id, groups, list }: PaletteListProps) {
  const { t } = useTranslation();
  const all = groups.flatMap(({ items }) => items);
  return (
    <Menu id={id} role="listbox" aria-label={t('palette.results')} className="palette-list" ulRef={list.itemsParentRef}>
      {groups.map(({ section, items }) => (
        <li key={section} role="none">
          <div role="group" aria-labelledby={`${id}-head-${section}`}>
            <div id={`${id}-head-${section}`} className="palette-head muted">
              {t(`palette.${section}`)}
            </div>
            <ul role="none" className="palette-group">
              {items.map(item => list.renderItem(item, all.indexOf(item)))}
            </ul>
          </div>
        </li>
      ))}
    </Menu>
  );
}
