/** Header in which the console sends the id of the stored user; it must equal the id of the session or access token. */
export const USER_ID_HEADER = 'New-API-User';

export interface LoginRequest {
  /** User name or e-mail address. */
  readonly username: string;
  readonly password: string;
  /** A code of the authenticator app, or a recovery code; only for accounts that have an app set up. */
  readonly totp_code?: string;
}

/** Extra field beside a refused login: name and password fit, the code of the authenticator app is still missing. */
export const TOTP_REQUIRED_FIELD = 'totp_required';

export interface RegisterRequest {
  readonly username: string;
  readonly password: string;
  /** When sent, must equal `password`. */
  readonly password2?: string;
  /** Required, with the code, only while e-mail verification is on; ignored otherwise. */
  readonly email?: string;
  readonly verification_code?: string;
  /** The inviter's code; unknown codes are ignored. */
  readonly aff_code?: string | null;
}

export interface ResetRequest {
  readonly email: string;
  readonly token: string;
}

/** Query that carries the human-check token on guarded calls. */
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
  /** Inviter's code for a registration through the provider. */
  readonly aff?: string;
  /** Issuer, from OpenID Connect providers that follow RFC 9207. */
  readonly iss?: string;
  readonly error?: string;
  readonly error_description?: string;
}

/** Message of a callback that bound the account to the signed-in user instead of logging in. */
export const OAUTH_BIND_MESSAGE = 'bind';

/** Signed values of the Telegram widget; all texts, absent ones omitted. */
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

/** `GET /api/oauth/oidc/authorize`: where the browser goes; the provider sends it back to `/oauth/oidc`. */
export interface OidcAuthorization {
  readonly url: string;
}

/** `GET /api/user/sessions`: signed-in browsers of the caller, newest use first. Times are Unix seconds. */
export interface SessionView {
  /** Names the session in calls; opens nothing. */
  readonly id: string;
  readonly client_ip: string;
  readonly user_agent: string;
  readonly created_time: number;
  /** Exact to the hour. */
  readonly seen_time: number;
  readonly expires_time: number;
  readonly is_current: boolean;
}

/** `GET /api/user/totp`. */
export interface TotpState {
  readonly enabled: boolean;
  readonly recovery_codes_left: number;
}

/**
 * `POST /api/user/totp/setup`: the values for the authenticator app; the app counts only once one of its codes was
 * confirmed.
 */
export interface TotpSetup {
  /** Base32. */
  readonly secret: string;
  /** `otpauth://totp/…`, for a QR code. */
  readonly url: string;
}

/** A code of the app; where the call says so, a recovery code serves as well. */
export interface TotpCode {
  readonly code: string;
}

/** Shown once. Each replaces one code of the app. */
export interface TotpRecoveryCodes {
  readonly recovery_codes: readonly string[];
}

/** A passkey of the caller. Times are Unix seconds, 0 when never. */
export interface PasskeyView {
  readonly id: number;
  readonly name: string;
  readonly created_time: number;
  readonly used_time: number;
  /** Synchronised by its provider, so that losing one device does not lose it. */
  readonly is_backed_up: boolean;
}

/**
 * Options for `navigator.credentials` and its answers, in the JSON forms of WebAuthn level 3 (`parseCreationOptionsFromJSON`,
 * `PublicKeyCredential.toJSON`).
 */
export type PasskeyJson = Readonly<Record<string, unknown>>;

export interface PasskeyRegistration {
  readonly name: string;
  readonly response: PasskeyJson;
}

export interface PasskeyLogin {
  readonly response: PasskeyJson;
}
