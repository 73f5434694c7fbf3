/** Header in which the console sends the id of the stored user; it must equal the id of the session or access token. */
export const USER_ID_HEADER = 'New-API-User';

export interface LoginRequest {
  /** User name or e-mail address. */
  readonly username: string;
  readonly password: string;
}

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
