import { useEffect } from 'react';

/** The browser tab carries the operator's name for the site. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}
