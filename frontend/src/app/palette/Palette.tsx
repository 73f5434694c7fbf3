import { Omnibar } from '@blueprintjs/select';
import { Role } from '@contracts';
import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useRole } from '../../base/session/use-role';
import { optionId, PaletteList, PaletteOption } from './PaletteList';
import { PaletteFoot } from './PaletteFoot';
import { type PaletteItem } from './palette-items';
import { usePalette } from './use-palette';

/** The Omnibar gives its box no role and accepts none as a property. */
function nameDialog(titleId: string) {
  return (box: HTMLElement) => {
    box.setAttribute('role', 'dialog');
    box.setAttribute('aria-modal', 'true');
    box.setAttribute('aria-labelledby', titleId);
  };
}

/**
 * Opens pages, actions, settings, and rows by their names from the keyboard. The items are ranked before the Omnibar
 * gets them, because the field has to announce the marked item and whether there is any.
 */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const listId = useId();
  const titleId = useId();
  const field = useRef<HTMLInputElement>(null);
  const isGuest = useRole() === Role.Guest;
  const palette = usePalette(onClose);
  const { text, groups, items, active } = palette;
  const retry = () => {
    field.current?.focus(); // the button disappears while the search runs
    palette.retry();
  };
  return (
    <Omnibar<PaletteItem>
      isOpen
      className="palette"
      overlayProps={{ onOpening: nameDialog(titleId) }}
      items={[...items]}
      itemsEqual="id"
      query={text}
      onQueryChange={palette.type}
      resetOnQuery={false} // this component keeps the mark itself, and the mark stays while rows of the server arrive
      activeItem={active ?? null}
      onActiveItemChange={palette.mark}
      scrollToActiveItem={!palette.isPointed}
      onItemSelect={palette.take}
      onClose={onClose}
      inputProps={{
        inputRef: field,
        role: 'combobox',
        'aria-label': t('palette.open'),
        'aria-expanded': items.length > 0,
        'aria-controls': listId,
        'aria-autocomplete': 'list',
        'aria-activedescendant': active && optionId(listId, active),
        placeholder: isGuest ? t('palette.placeholder') : t('palette.placeholder_rows'),
        autoComplete: 'off',
        spellCheck: false,
      }}
      itemRenderer={(item, list) => (
        <PaletteOption
          key={item.id}
          item={item}
          list={list}
          id={optionId(listId, item)}
          onPoint={() => palette.point(item)}
        />
      )}
      itemListRenderer={list => (
        <>
          <span id={titleId} hidden>
            {t('palette.open')}
          </span>
          <PaletteList id={listId} groups={groups} list={list} />
          <PaletteFoot palette={palette} onRetry={retry} />
        </>
      )}
    />
  );
}
