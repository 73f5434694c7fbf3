import { Module } from '@nestjs/common';
import { UserModule } from '@user';
import { GithubClient } from './github/github-client';
import { GithubStrategy } from './github/github.strategy';
import { IdentityRemoval } from './identity-removal.service';
import { IdentityController } from './identity.controller';
import { LinuxDoClient } from './linux-do-client';
import { OAuthReturn } from './oauth-return';
import { OAuthState } from './oauth-state';
import { OAuthController } from './oauth.controller';
import { ProviderAsker } from './provider-asker';
import { ReturningCaller } from './returning-caller';
import { TelegramController } from './telegram.controller';
import { TelegramService } from './telegram.service';
import { ThirdPartySignIn } from './third-party-sign-in';
import { WechatClient } from './wechat-client';
import { WechatBindController, WechatController } from './wechat.controller';

/** Signing in and binding through GitHub, LINUX DO, WeChat, Telegram. */
@Module({
  imports: [UserModule],
  controllers: [OAuthController, WechatController, WechatBindController, TelegramController, IdentityController],
  providers: [
    OAuthState,
    OAuthReturn,
    ReturningCaller,
    ThirdPartySignIn,
    IdentityRemoval,
    ProviderAsker,
    GithubClient,
    GithubStrategy,
    LinuxDoClient,
    WechatClient,
    TelegramService,
  ],
  exports: [OAuthState, ReturningCaller, ThirdPartySignIn],
})
export class ThirdPartyModule {}
