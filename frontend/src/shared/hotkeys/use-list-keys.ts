import { useTranslation } from 'react-i18next';
import { usePageKeys, type PageKey } from './use-page-keys';

interface ListDeeds {
  /** Opens the form of a new row, if the list has one. */
  readonly onNew?: () => void;
  readonly onReload: () => void;
}

/** Focuses the first search field of the page. The field may be folded; it opens before the next frame is drawn. */
function focusSearch(): void {
  const field = document.querySelector<HTMLInputElement>('.search-input input');
  field?.focus();
  if (!field || document.activeElement === field) return;
  document.querySelector<HTMLElement>('.filter-fold-button[aria-expanded="false"]')?.click();
  requestAnimationFrame(() => field.focus());
}

/** The keys of every page with a list: search, new row, reload. The pagination has the keys for the pages. */
export function useListKeys({ onNew, onReload }: ListDeeds): void {
  const { t } = useTranslation();
  const group = t('hotkey.list');
  const keys: readonly PageKey[] = [
    { combo: '/', label: t('hotkey.search'), group, onPress: focusSearch },
    ...(onNew ? [{ combo: 'n', label: t('hotkey.new'), group, onPress: onNew }] : []),
    { combo: 'r', label: t('hotkey.reload'), group, onPress: onReload },
  ];
  usePageKeys(keys);
}
