import { Button } from '@blueprintjs/core';
import { Search } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { useKeyHint } from '../hotkeys/use-key-hint';

/** The button that reloads a list with unfinished rows; its tooltip shows the key that does the same. */
export function QueryButton({ onQuery }: { readonly onQuery: () => void }) {
  const { t } = useTranslation();
  const hint = useKeyHint();
  return (
    <Button
      icon={<Search />}
      text={t('common.query')}
      aria-keyshortcuts="r"
      title={hint(t('common.query'), 'R')}
      onClick={onQuery}
    />
  );
}
