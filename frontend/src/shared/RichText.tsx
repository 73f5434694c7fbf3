import { Classes } from '@blueprintjs/core';
import { useEffect, useState } from 'react';

export interface RichTextProps {
  /** HTML or markdown; never trusted. */
  readonly text: string;
}

/** Shows HTML or markdown after cleaning it. The cleaner is loaded only where such a text exists. */
export function RichText({ text }: RichTextProps) {
  const [html, setHtml] = useState('');
  useEffect(() => {
    let isCurrent = true;
    void import('./safe-html').then(({ toSafeHtml }) => {
      if (isCurrent) setHtml(toSafeHtml(text));
    });
    return () => {
      isCurrent = false;
    };
  }, [text]);
  return <div className={`rich-text ${Classes.RUNNING_TEXT}`} dangerouslySetInnerHTML={{ __html: html }} />;
}
