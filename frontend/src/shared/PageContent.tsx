import { RichText } from './RichText';

export interface PageContentProps {
  /** An address that starts with https:// is shown in a frame, everything else as HTML or markdown. */
  readonly text: string;
  /** Names the frame. */
  readonly title: string;
}

/** A document an administrator provides as an address or as text. The frame may not act on this site. */
export function PageContent({ text, title }: PageContentProps) {
  const address = text.trim();
  if (address.startsWith('https://')) {
    return (
      <iframe className="page-frame" title={title} src={address} sandbox="allow-scripts allow-forms allow-popups" />
    );
  }
  return <RichText text={text} />;
}
