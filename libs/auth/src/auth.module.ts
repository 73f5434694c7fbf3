import { Global, Module } from '@nestjs/common';
import { SessionReader } from '@platform';
import { UserModule } from '@user';
import { ConsoleSessionReader } from './console-session-reader';
import { DeviceCookie } from './device-cookie';
import { HumanCheck } from './human/human-check';
import { LoginController } from './login.controller';
import { LoginLimits } from './login-limits';
import { LoginService } from './login.service';
import { VerificationCodeEntity } from './mail/verification-code.entity';
import { PasskeyEntity } from './passkey/passkey.entity';
import { AuthenticatorEntity } from './second-factor/authenticator.entity';
import { RecoveryCodeEntity } from './second-factor/recovery-code.entity';
import { SecondFactorModule } from './second-factor/second-factor.module';
import { SelfEditController } from './self-edit.controller';
import { SessionCookie } from './session-cookie';
import { SessionEntity } from './session.entity';
import { SessionService } from './session.service';
import { SessionStore } from './session.store';
import { TicketEntity } from './ticket.entity';
import { Tickets } from './tickets';

export const authEntities = [
  SessionEntity,
  TicketEntity,
  VerificationCodeEntity,
  AuthenticatorEntity,
  RecoveryCodeEntity,
  PasskeyEntity,
];

/** Signing in and staying signed in. Global, because the routes of every module ask who is calling. */
@Global()
@Module({
  imports: [UserModule, SecondFactorModule],
  controllers: [LoginController, SelfEditController],
  providers: [
    SessionStore,
    SessionCookie,
    DeviceCookie,
    SessionService,
    Tickets,
    HumanCheck,
    LoginLimits,
    LoginService,
    { provide: SessionReader, useClass: ConsoleSessionReader },
  ],
  exports: [SessionReader, SessionService, SessionStore, DeviceCookie, LoginLimits, Tickets, HumanCheck],
})
export class AuthModule {}
