import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

/** Parts of Blueprint that are named in English only and take no other name as a property. */
const CLOSING = '.bp6-dialog-close-button, .bp6-toast .bp6-button[aria-label]';
const REMOVING = '.bp6-tag-remove';

function rename(selector: string, name: string): void {
  for (const part of document.querySelectorAll(selector)) {
    if (part.getAttribute('aria-label') !== name) part.setAttribute('aria-label', name);
  }
}

/** Gives the buttons inside Blueprint's dialogs, drawers, notices and tags names in the reader's language. */
export function usePartNames(): void {
  const { t } = useTranslation();
  useEffect(() => {
    const renameAll = () => {
      rename(CLOSING, t('common.close'));
      rename(REMOVING, t('common.remove'));
    };
    renameAll();
    // Dialogs and notices come and go outside the page, so nobody but the document knows of all of them.
    const observer = new MutationObserver(renameAll);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [t]);
}
