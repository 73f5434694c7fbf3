import { ForeignFrame } from './ForeignFrame';
import { RichText } from './RichText';

export interface PageContentProps {
  /** An address under https alone is shown in a frame, everything else as HTML that the server has rendered. */
  readonly text: string;
  /** Names the frame. */
  readonly title: string;
}

/** A document an administrator provides as an address or as text. */
export function PageContent({ text, title }: PageContentProps) {
  const address = text.trim();
  if (/^https:\/\/[^\s<>"]+$/.test(address)) return <ForeignFrame title={title} address={address} />;
  return <RichText text={text} />;
}
