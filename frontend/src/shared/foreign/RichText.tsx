import { Classes } from '@blueprintjs/core';
import { useEffect, useState } from 'react';

interface RichTextProps {
  /** The text, which is never trusted. */
  readonly text: string;
  /**
   * `html`: the server has rendered the text, and markdown characters in it are literal. `source`: HTML or markdown as
   * its author wrote it. Default: `html`.
   */
  readonly form?: 'html' | 'source';
}

const cleaners = {
  html: () => import('./safe-html').then(({ purify }) => purify),
  source: () => import('./safe-source').then(({ toSafeHtml }) => toSafeHtml),
} as const;

/** Begins to load what a text of the server will need. */
export function expectRichText(): void {
  void cleaners.html().catch(() => undefined); // tried again where the text is shown
}

/** Shows rich text after cleaning it. The cleaner is loaded only when there is such a text. */
export function RichText({ text, form = 'html' }: RichTextProps) {
  const [html, setHtml] = useState('');
  useEffect(() => {
    let isCurrent = true;
    void cleaners[form]().then(clean => {
      if (isCurrent) setHtml(clean(text));
    });
    return () => {
      isCurrent = false;
    };
  }, [text, form]);
  return <div className={`rich-text ${Classes.RUNNING_TEXT}`} dangerouslySetInnerHTML={{ __html: html }} />;
}
