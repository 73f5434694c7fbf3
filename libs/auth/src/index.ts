export { AuthModule, authEntities } from './auth.module';
export { SESSION_COOKIE, SESSION_LIFETIME_SECONDS } from './session-cookie';
export { SessionService, type OpenSession } from './session.service';
