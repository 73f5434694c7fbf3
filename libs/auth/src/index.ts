export { AuthModule, authEntities } from './auth.module';
export { SESSION_LIFETIME_SECONDS } from './session-cookie';
export { SessionService } from './session.service';
