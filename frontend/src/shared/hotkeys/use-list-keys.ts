import { useTranslation } from 'react-i18next';
import { usePageKeys, type PageKey } from './use-page-keys';

export interface ListDeeds {
  /** Opens the form of a new row, where the list has one. */
  readonly onNew?: () => void;
  readonly onReload: () => void;
}

/** Goes to the first search field of the page, which may be folded away; it opens before the next image is drawn. */
function focusSearch(): void {
  const field = document.querySelector<HTMLInputElement>('.search-input input');
  field?.focus();
  if (!field || document.activeElement === field) return;
  document.querySelector<HTMLElement>('.filter-fold-button[aria-expanded="false"]')?.click();
  requestAnimationFrame(() => field.focus());
}

/** The keys of every page with a list: search, new row, reload. Turning pages belongs to the pagination. */
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
