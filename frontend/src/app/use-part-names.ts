import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

/** Parts of Blueprint that have only an English name and accept no other name as a property. */
const CLOSING = '.bp6-dialog-close-button, .bp6-toast .bp6-button[aria-label]';
const REMOVING = '.bp6-tag-remove';
const FOLDING = '[aria-label="collapse section"]';
const UNFOLDING = '[aria-label="expand section"]';

function rename(selector: string, name: string): void {
  for (const part of document.querySelectorAll(selector)) {
    if (part.getAttribute('aria-label') !== name) part.setAttribute('aria-label', name);
  }
}

/** Gives the buttons inside Blueprint's dialogs, drawers, notices, tags and sections names in the user's language. */
export function usePartNames(): void {
  const { t } = useTranslation();
  useEffect(() => {
    const renameAll = () => {
      rename(CLOSING, t('common.close'));
      rename(REMOVING, t('common.remove'));
      rename(FOLDING, t('common.hide_details'));
      rename(UNFOLDING, t('common.show_details'));
    };
    renameAll();
    // Dialogs and notices are added and removed outside the page, so only the document can observe all of them.
    const observer = new MutationObserver(renameAll);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [t]);
}
