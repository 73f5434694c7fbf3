import { Module } from '@nestjs/common';
import { UserModule } from '@user';
import { AuthenticatorService } from './authenticator.service';
import { AuthenticatorStore } from './authenticator.store';
import { SecondFactor } from './second-factor';
import { SessionListController } from './session-list.controller';
import { SessionListService } from './session-list.service';
import { TotpController } from './totp.controller';
import { UserTotpController } from './user-totp.controller';

/** Authenticator apps and the list of signed-in browsers. */
@Module({
  imports: [UserModule],
  controllers: [SessionListController, TotpController, UserTotpController],
  providers: [AuthenticatorStore, AuthenticatorService, SecondFactor, SessionListService],
  exports: [SecondFactor],
})
export class SecondFactorModule {}
