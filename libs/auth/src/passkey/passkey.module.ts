import { Module } from '@nestjs/common';
import { UserModule } from '@user';
import { PasskeyCeremony } from './passkey-ceremony';
import { PasskeyLoginController } from './passkey-login.controller';
import { PasskeyLoginService } from './passkey-login.service';
import { PasskeyRegistrationService } from './passkey-registration.service';
import { PasskeyController } from './passkey.controller';
import { PasskeyService } from './passkey.service';
import { PasskeyStore } from './passkey.store';

/** Passkeys: adding, listing and signing in by them. */
@Module({
  imports: [UserModule],
  controllers: [PasskeyController, PasskeyLoginController],
  providers: [PasskeyStore, PasskeyCeremony, PasskeyRegistrationService, PasskeyLoginService, PasskeyService],
})
export class PasskeyModule {}
