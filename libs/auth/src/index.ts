import { AuthModule } from './auth.module';
import { MailModule } from './mail/mail.module';
import { OidcModule } from './oidc/oidc.module';
import { PasskeyModule } from './passkey/passkey.module';
import { SecondFactorModule } from './second-factor/second-factor.module';
import { ThirdPartyModule } from './third-party/third-party.module';

export { authEntities } from './auth.module';
export { VerificationCodes } from './mail/verification-codes';
export { SESSION_COOKIE, SESSION_LIFETIME_SECONDS } from './session/session-cookie';
export { cookieValue } from './session/signed-cookie';
export { SessionService } from './session/session.service';
export { Tickets } from './tickets/tickets';

/** Signing in, one module per way in; the first holds what all of them use. */
export const authModules = [AuthModule, MailModule, ThirdPartyModule, OidcModule, SecondFactorModule, PasskeyModule];
