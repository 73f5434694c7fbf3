import { Injectable } from '@nestjs/common';
import { type OptionKey } from '@contracts';
import { Options } from './options';
import { isPageAddress } from './safe-address';
import { sanitizeContent } from './sanitize-content';

/** Options whose text is markdown or HTML. */
export type ContentKey = Extract<
  OptionKey,
  'Notice' | 'About' | 'HomePageContent' | 'Footer' | 'TokenChannelDescription' | 'DebugDocument'
>;

/** Content as everybody's browser gets it; administrators edit the text itself through the options. */
@Injectable()
export class RichContent {
  /** One entry per option: the text and what became of it, until the text is another. */
  private readonly rendered = new Map<ContentKey, { readonly text: string; readonly html: string }>();

  constructor(private readonly options: Options) {}

  /** Harmless HTML. */
  html(key: ContentKey): string {
    const text = this.options.current[key];
    const known = this.rendered.get(key);
    if (known?.text === text) return known.html;
    const html = sanitizeContent(text);
    this.rendered.set(key, { text, html });
    return html;
  }

  /** Prepares the content of a whole page: a text that is only an https address stays one, and is shown in a frame. */
  page(key: ContentKey): string {
    const address = this.options.current[key].trim();
    return isPageAddress(address) ? address : this.html(key);
  }
}
