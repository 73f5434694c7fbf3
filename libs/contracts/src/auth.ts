/** Header in which the console sends the id of the stored user; it must equal the id of the session or access token. */
export const USER_ID_HEADER = 'New-API-User';

export interface LoginRequest {
  /** A user name or an e-mail address. */
  readonly username: string;
  readonly password: string;
  /** A code of the authenticator app, or a recovery code; only for accounts that have set an app up. */
  readonly totp_code?: string;
}

/** An extra field of a refused login: name and password fit, and the code of the authenticator app is still missing. */
export const TOTP_REQUIRED_FIELD = 'totp_required';

export interface RegisterRequest {
  readonly username: string;
  readonly password: string;
  /** Must equal `password` when it is sent. */
  readonly password2?: string;
  /** Required, with the code, only while e-mail verification is on; otherwise ignored. */
  readonly email?: string;
  readonly verification_code?: string;
  /** The inviter's code; an unknown code is ignored. */
  readonly aff_code?: string | null;
  /** A registration code, or the code of an invitation to a team; required while RegisterCodeRequired is on. */
  readonly registration_code?: string | null;
}

export interface ResetRequest {
  readonly email: string;
  readonly token: string;
}

/** The query that carries the token of the human check on guarded calls. */
export interface TurnstileQuery {
  readonly turnstile?: string;
}

export interface EmailQuery extends TurnstileQuery {
  readonly email: string;
}

export interface EmailBindQuery {
  readonly email: string;
  readonly code: string;
}

export interface OAuthCallbackQuery {
  readonly code?: string;
  readonly state?: string;
  /** The inviter's code, for a registration through the provider. */
  readonly aff?: string;
  /** A registration code, for a registration through the provider. */
  readonly registration_code?: string;
  /** The issuer; sent by OpenID Connect providers that follow RFC 9207. */
  readonly iss?: string;
  readonly error?: string;
  readonly error_description?: string;
}

/** The message of a callback that bound the provider's identity to the signed-in user instead of signing in. */
export const OAUTH_BIND_MESSAGE = 'bind';

/** The signed values of the Telegram widget. All are texts; absent ones are left out. */
export interface TelegramQuery {
  readonly id: string;
  readonly first_name?: string;
  readonly last_name?: string;
  readonly username?: string;
  readonly photo_url?: string;
  readonly auth_date: string;
  readonly hash: string;
  readonly lang?: string;
}

export const GITHUB_AUTHORIZE_URL = 'https://github.com/login/oauth/authorize';
export const LINUXDO_AUTHORIZE_URL = 'https://connect.linux.do/oauth2/authorize';

/**
 * The response of `GET /api/oauth/oidc/authorize`: where the browser goes. The provider sends it back to `/oauth/oidc`.
 */
export interface OidcAuthorization {
  readonly url: string;
}

/**
 * A row of `GET /api/user/sessions`: the signed-in browsers of the caller, most recently used first. Times are Unix
 * seconds.
 */
export interface SessionView {
  /** Names the session in calls; it gives no access. */
  readonly id: string;
  readonly client_ip: string;
  readonly user_agent: string;
  readonly created_time: number;
  /** Time of the last use, exact to the hour. */
  readonly seen_time: number;
  readonly expires_time: number;
  readonly is_current: boolean;
}

/** The response of `GET /api/user/totp`. */
export interface TotpState {
  readonly enabled: boolean;
  readonly recovery_codes_left: number;
}

/**
 * The response of `POST /api/user/totp/setup`: the values for the authenticator app. The app counts only once one of
 * its codes was confirmed.
 */
export interface TotpSetup {
  /** The secret in Base32. */
  readonly secret: string;
  /** An address `otpauth://totp/…` for a QR code. */
  readonly url: string;
}

/** A code of the authenticator app; where the call says so, a recovery code serves as well. */
export interface TotpCode {
  readonly code: string;
}

/** Recovery codes, shown once. Each replaces one code of the authenticator app. */
export interface TotpRecoveryCodes {
  readonly recovery_codes: readonly string[];
}

/** A passkey of the caller. Times are Unix seconds; 0 means never. */
export interface PasskeyView {
  readonly id: number;
  readonly name: string;
  readonly created_time: number;
  readonly used_time: number;
  /** True when its provider synchronises the passkey, so that losing one device does not lose it. */
  readonly is_backed_up: boolean;
}

/**
 * Options for `navigator.credentials` and its results, in the JSON forms of WebAuthn level 3
 * (`parseCreationOptionsFromJSON`, `PublicKeyCredential.toJSON`).
 */
export type PasskeyJson = Readonly<Record<string, unknown>>;

export interface PasskeyRegistration {
  readonly name: string;
  readonly response: PasskeyJson;
}

export interface PasskeyLogin {
  readonly response: PasskeyJson;
}
