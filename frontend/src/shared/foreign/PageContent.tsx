import { ForeignFrame } from './ForeignFrame';
import { RichText } from './RichText';

interface PageContentProps {
  /**
   * A text that is only an https address is shown in a frame, every other text as HTML that the server has rendered.
   */
  readonly text: string;
  /** The accessible name of the frame. */
  readonly title: string;
}

/** A document that an administrator provides as an address or as text. */
export function PageContent({ text, title }: PageContentProps) {
  const address = text.trim();
  if (/^https:\/\/[^\s<>"]+$/.test(address)) return <ForeignFrame title={title} address={address} />;
  return <RichText text={text} />;
}
