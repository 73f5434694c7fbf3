import { HotkeysContext, useHotkeys, type HotkeyConfig } from '@blueprintjs/core';
import { useContext, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { isPageMeant } from '../shared/hotkeys/page-keys';
import { usePageKeys, type PageKey } from '../shared/hotkeys/use-page-keys';
import { type NavigationRow } from './navigation';
import { useShellDialog } from '../base/shell-dialogs';
import { useEarlyEscape } from './use-early-escape';

/** Opens Blueprint's list of the shortcuts that are currently active. */
export function useKeyList(): () => void {
  const [, dispatch] = useContext(HotkeysContext);
  return () => dispatch({ type: 'OPEN_DIALOG' });
}

/**
 * The key of the palette. It works while the user types too, and closes the palette it opened. Over a form or a
 * confirmation it does nothing, because leaving the page would lose the typed text.
 */
function usePaletteKey(): void {
  const { t } = useTranslation();
  const { isOpen, open, close } = useShellDialog('palette');
  const label = t('palette.open');
  const keys = useMemo(
    (): HotkeyConfig[] => [
      {
        combo: 'mod + k',
        label,
        global: true,
        allowInInput: true,
        preventDefault: true, // browsers have a search of their own on this key
        onKeyDown: () => {
          if (isOpen) close();
          else if (isPageMeant(null)) open();
        },
      },
    ],
    [label, isOpen, open, close],
  );
  useHotkeys(keys, { showDialogKeyCombo: false });
}

/** Registers the keys that work on every page. */
export function useShellKeys(rows: readonly NavigationRow[]): void {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const showList = useKeyList();
  usePaletteKey();
  useEarlyEscape();
  const pages = rows.flatMap(({ path, label, hotkey }): readonly PageKey[] =>
    hotkey
      ? [{ combo: `shift + ${hotkey}`, label: t(label), group: t('hotkey.go'), onPress: () => void navigate(path) }]
      : [],
  );
  usePageKeys([
    { combo: '?', label: t('hotkey.help'), onPress: showList },
    { combo: 'escape', label: t('hotkey.close') }, // the overlays handle it themselves
    ...pages,
  ]);
}
