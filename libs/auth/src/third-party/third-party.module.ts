import { Module } from '@nestjs/common';
import { UserModule } from '@user';
import { OAuthState } from './oauth-state';
import { ThirdPartySignIn } from './third-party-sign-in';

/** Signing in and binding through GitHub, LINUX DO, WeChat, Telegram. */
@Module({
  imports: [UserModule],
  controllers: [],
  providers: [OAuthState, ThirdPartySignIn],
  exports: [OAuthState, ThirdPartySignIn],
})
export class ThirdPartyModule {}
