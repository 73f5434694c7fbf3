import { Get } from '@nestjs/common';
import { Role, type ContactInfo, type SiteStatus } from '@contracts';
import { Answer, ConsoleController, PublicController, RequiredRole } from '@platform';
import { Options } from '../options/options';
import { RichContent } from './rich-content';
import { imageOrNothing } from '../options/safe-address';
import { SiteService } from './site.service';

/** Content that guests may read. */
@PublicController('api')
export class SiteController {
  constructor(
    private readonly site: SiteService,
    private readonly content: RichContent,
    private readonly options: Options,
  ) {}

  @Get('status')
  status(): SiteStatus {
    return this.site.status();
  }

  @Get('notice')
  notice(): string {
    return this.content.html('Notice');
  }

  @Get('about')
  about(): string {
    return this.content.page('About');
  }

  @Get(['home_page_content', 'home-page-content'])
  homePage(): string {
    return this.content.page('HomePageContent');
  }

  /** Plain text, which the console shows as plain text. */
  @Get('contact-info')
  contact(): ContactInfo {
    const { QQContact, WeChatContact } = this.options.current;
    return { QQContact, WeChatContact };
  }
}

/** Content for signed-in users. */
@ConsoleController('api', Role.User)
export class SiteDocumentController {
  constructor(
    private readonly site: SiteService,
    private readonly content: RichContent,
    private readonly options: Options,
  ) {}

  @Get('token-channel-description')
  tokenChannels(): string {
    return this.content.html('TokenChannelDescription');
  }

  @Get('debug-document')
  debugDocument(): string {
    return this.content.page('DebugDocument');
  }

  /** Returns the address of an image, not the image. */
  @Get('topup-affiliate/img')
  affiliateImage(): string {
    return imageOrNothing(this.options.current.TopupAffiliate);
  }

  @Get('status/test')
  @RequiredRole(Role.Admin)
  async test(): Promise<Answer<undefined>> {
    await this.site.ping();
    return new Answer(undefined, { message: 'Server is running' });
  }
}
