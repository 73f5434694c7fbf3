import { Button, Callout, Intent } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import { type PaletteState } from './use-palette';

interface PaletteFootProps {
  readonly palette: PaletteState;
  /** Repeats the search on the server. */
  readonly onRetry: () => void;
}

/** The line below the items: it says that the search failed, that nothing was found, or how many items were found. */
export function PaletteFoot({ palette, onRetry }: PaletteFootProps) {
  const { t } = useTranslation();
  const { text, items, isSearching, hasFailed } = palette;
  const count = items.length;
  return (
    <>
      {hasFailed && (
        <Callout className="palette-note" compact intent={Intent.DANGER}>
          <span className="cluster">
            {t('palette.failed')}
            <Button
              size="small"
              text={t('common.retry')}
              // Without this, the Omnibar would choose the marked item on Enter.
              onKeyDown={event => event.key === 'Enter' && event.stopPropagation()}
              onClick={onRetry}
            />
          </span>
        </Callout>
      )}
      {count === 0 && !isSearching && !hasFailed && (
        <p className="palette-note muted">{t('palette.none', { text: text.trim() })}</p>
      )}
      <p className="palette-foot muted">
        <span role="status">{isSearching ? t('palette.searching') : t('palette.found', { count })}</span>
        <span aria-hidden>{t('palette.choose_hint')}</span>
      </p>
    </>
  );
}
