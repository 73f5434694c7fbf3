import { Get } from '@nestjs/common';
import { Role, type ContactInfo, type SiteStatus } from '@contracts';
import { Answer, ConsoleController, PublicController, RequiredRole } from '@platform';
import { Options } from './options';
import { SiteService } from './site.service';

/** Content for everybody. Texts may be HTML: they are sent as stored, the console sanitises what it shows. */
@PublicController('api')
export class SiteController {
  constructor(
    private readonly site: SiteService,
    private readonly options: Options,
  ) {}

  @Get('status')
  status(): SiteStatus {
    return this.site.status();
  }

  @Get('notice')
  notice(): string {
    return this.options.current.Notice;
  }

  @Get('about')
  about(): string {
    return this.options.current.About;
  }

  @Get(['home_page_content', 'home-page-content'])
  homePage(): string {
    return this.options.current.HomePageContent;
  }

  @Get('contact-info')
  contact(): ContactInfo {
    const { QQContact, WeChatContact } = this.options.current;
    return { QQContact, WeChatContact };
  }
}

/** Content for people who are signed in. */
@ConsoleController('api', Role.User)
export class SiteDocumentController {
  constructor(
    private readonly site: SiteService,
    private readonly options: Options,
  ) {}

  @Get('token-channel-description')
  tokenChannels(): string {
    return this.options.current.TokenChannelDescription;
  }

  @Get('debug-document')
  debugDocument(): string {
    return this.options.current.DebugDocument;
  }

  /** An image address in the envelope, not the picture. */
  @Get('topup-affiliate/img')
  affiliatePicture(): string {
    return this.options.current.TopupAffiliate;
  }

  @Get('status/test')
  @RequiredRole(Role.Admin)
  async test(): Promise<Answer<undefined>> {
    await this.site.ping();
    return new Answer(undefined, { message: 'Server is running' });
  }
}
