import { useEffect } from 'react';

/** Shows the operator's name for the site as the title of the browser tab. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}
