import { Button, KeyComboTag } from '@blueprintjs/core';
import { Search } from '@blueprintjs/icons';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useShellDialog } from '../base/shell-dialogs';
import { lazyPart } from '../shared/lazy-part';

/** The palette is loaded when it is first opened. */
const Palette = lazyPart(async () => (await import('./palette/Palette')).Palette);

/**
 * The button that opens the command palette; it also shows the key that does so. Its accessible name is the word on it
 * where there is room for one, and its title where there is none.
 */
export function PaletteButton() {
  const { t } = useTranslation();
  const { isOpen, open, close } = useShellDialog('palette');
  return (
    <>
      <Button
        className="palette-button"
        variant="outlined"
        icon={<Search />}
        aria-keyshortcuts="Control+K Meta+K"
        title={t('palette.open')}
        onClick={open}
      >
        <span className="palette-button-text palette-button-word">{t('palette.search')}</span>
        <span className="palette-button-text" aria-hidden>
          <KeyComboTag combo="mod + k" minimal />
        </span>
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <Palette onClose={close} />
        </Suspense>
      )}
    </>
  );
}
