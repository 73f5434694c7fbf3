import { Button } from '@blueprintjs/core';
import { Duplicate } from '@blueprintjs/icons';
import { memo, useRef, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import ReactMarkdown, { defaultUrlTransform, type Components } from 'react-markdown';
import rehypeHighlight from 'rehype-highlight';
import remarkGfm from 'remark-gfm';
import { useCopy } from '../../shared/copy/use-copy';

interface MarkdownProps {
  /** The model's text; HTML in it is shown as text. */
  readonly text: string;
}

/** A block of code with a button that copies it. */
function CodeBlock({ children }: ComponentProps<'pre'>) {
  const { t } = useTranslation();
  const copy = useCopy();
  const block = useRef<HTMLPreElement>(null);
  return (
    <div className="code-block">
      <Button
        className="code-block-copy"
        variant="minimal"
        size="small"
        icon={<Duplicate size={12} />}
        aria-label={t('common.copy')}
        onClick={() => copy(block.current?.textContent ?? '')}
      />
      <pre ref={block} tabIndex={0}>
        {children}
      </pre>
    </div>
  );
}

const components: Components = {
  pre: ({ children }) => <CodeBlock>{children}</CodeBlock>,
  // A page opened from here must not get access to the console's window.
  a: ({ href, children }) => (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  ),
  img: ({ src, alt }) => <img src={src} alt={alt ?? ''} loading="lazy" referrerPolicy="no-referrer" />,
  table: ({ children }) => (
    <div className="markdown-table">
      <table className="bp6-html-table bp6-html-table-bordered bp6-compact">{children}</table>
    </div>
  ),
};

const IMAGE_DATA = /^data:image\/(png|jpeg|webp|gif);base64,/i;

/** Drops addresses with unusual protocols, but keeps image data, with which image models answer. */
function urlTransform(url: string, key: string): string {
  return key === 'src' && IMAGE_DATA.test(url) ? url : defaultUrlTransform(url);
}

/** The answer of a model, formatted. The component is loaded when the first answer is shown. */
export const Markdown = memo(function Markdown({ text }: MarkdownProps) {
  return (
    <div className="bp6-running-text markdown">
      <ReactMarkdown
        remarkPlugins={[remarkGfm]}
        rehypePlugins={[[rehypeHighlight, { detect: false }]]}
        components={components}
        urlTransform={urlTransform}
      >
        {text}
      </ReactMarkdown>
    </div>
  );
});
