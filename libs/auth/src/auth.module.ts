import { Global, Module } from '@nestjs/common';
import { SessionReader } from '@platform';
import { UserModule } from '@user';
import { ConsoleSessionReader } from './session/console-session-reader';
import { DeviceCookie } from './session/device-cookie';
import { HumanCheck } from './human/human-check';
import { LoginController } from './login/login.controller';
import { LoginLimits } from './login/login-limits';
import { LoginService } from './login/login.service';
import { VerificationCodeEntity } from './mail/verification-code.entity';
import { PasskeyEntity } from './passkey/passkey.entity';
import { AuthenticatorEntity } from './second-factor/authenticator.entity';
import { RecoveryCodeEntity } from './second-factor/recovery-code.entity';
import { SecondFactorModule } from './second-factor/second-factor.module';
import { SelfEditController } from './login/self-edit.controller';
import { SessionCookie } from './session/session-cookie';
import { SessionEntity } from './session/session.entity';
import { SessionService } from './session/session.service';
import { SessionStore } from './session/session.store';
import { TicketEntity } from './tickets/ticket.entity';
import { Tickets } from './tickets/tickets';

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
