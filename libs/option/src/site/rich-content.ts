import { Injectable } from '@nestjs/common';
import { type OptionKey } from '@contracts';
import { Options } from '../options/options';
import { isPageAddress } from '../options/safe-address';
import { sanitizeContent } from '../options/sanitize-content';

/** Options whose text is markdown or HTML. */
export type ContentKey = Extract<
  OptionKey,
  'Notice' | 'About' | 'HomePageContent' | 'Footer' | 'TokenChannelDescription' | 'DebugDocument'
>;

/** Renders content for the browsers of all users; administrators edit the text itself through the options. */
@Injectable()
export class RichContent {
  /** One entry per option: the text and its HTML, until the text changes. */
  private readonly rendered = new Map<ContentKey, { readonly text: string; readonly html: string }>();

  constructor(private readonly options: Options) {}

  /** The content of an option as harmless HTML. */
  html(key: ContentKey): string {
    const text = this.options.current[key];
    const known = this.rendered.get(key);
    if (known?.text === text) return known.html;
    const html = sanitizeContent(text);
    this.rendered.set(key, { text, html });
    return html;
  }

  /**
   * Prepares the content of a whole page. A text that is only an https address stays as it is, and is shown in a frame.
   */
  page(key: ContentKey): string {
    const address = this.options.current[key].trim();
    return isPageAddress(address) ? address : this.html(key);
  }
}
