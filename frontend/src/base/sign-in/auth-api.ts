import {
  OAUTH_BIND_MESSAGE,
  type EmailQuery,
  type OAuthCallbackQuery,
  type OidcAuthorization,
  type PasskeyJson,
  type PasskeyLogin,
  type RegisterRequest,
  type ResetRequest,
  type SessionUser,
  type TelegramQuery,
  type TurnstileQuery,
} from '@contracts';
import { baseApi } from '../../api/base-api';

/** Providers to which the browser is sent, and from which it returns with a code. */
export type RedirectProvider = 'github' | 'linuxdo' | 'oidc';

/** The inviter's code and a registration code, for an account that may be created during the sign-in. */
export interface NewAccountCodes {
  readonly aff?: string;
  readonly registration_code?: string;
}

/**
 * A return from a provider: either a user was signed in, or the account was attached to the user who was signed in
 * before.
 */
export interface ProviderReturn {
  readonly isBound: boolean;
  /** Null when the account was attached. */
  readonly user: SessionUser | null;
}

const authApi = baseApi.injectEndpoints({
  endpoints: build => ({
    register: build.mutation<null, RegisterRequest & TurnstileQuery>({
      query: ({ turnstile, ...body }) => ({
        url: 'user/register',
        method: 'POST',
        params: turnstile ? { turnstile } : undefined,
        body,
      }),
    }),
    /** Sends a code for a registration or for a new address of the own account. */
    sendEmailCode: build.mutation<null, EmailQuery>({ query: params => ({ url: 'verification', params }) }),
    sendResetMail: build.mutation<null, EmailQuery>({ query: params => ({ url: 'reset_password', params }) }),
    /** Returns the new password. */
    resetPassword: build.mutation<string, ResetRequest>({
      query: body => ({ url: 'user/reset', method: 'POST', body }),
    }),
    /** Returns a state to send to GitHub or LINUX DO. */
    beginOAuth: build.mutation<string, NewAccountCodes>({ query: params => ({ url: 'oauth/state', params }) }),
    beginOidc: build.mutation<OidcAuthorization, NewAccountCodes>({
      query: params => ({ url: 'oauth/oidc/authorize', params }),
    }),
    returnFromProvider: build.mutation<ProviderReturn, OAuthCallbackQuery & { readonly provider: RedirectProvider }>({
      query: ({ provider, ...params }) => ({ url: `oauth/${provider}`, params }),
      transformResponse: (user: SessionUser | null, meta) => ({ isBound: meta?.message === OAUTH_BIND_MESSAGE, user }),
      invalidatesTags: answer => (answer?.isBound ? ['Self'] : []),
    }),
    /** Returns null when a user was signed in already; the WeChat account is then attached to that user. */
    signInByWechat: build.mutation<SessionUser | null, NewAccountCodes & { readonly code: string }>({
      query: params => ({ url: 'oauth/wechat', params }),
    }),
    signInByTelegram: build.mutation<SessionUser, TelegramQuery>({
      query: params => ({ url: 'oauth/telegram/login', params }),
    }),
    beginPasskeySignIn: build.mutation<PasskeyJson, void>({
      query: () => ({ url: 'user/passkey/options', method: 'POST', body: {} }),
    }),
    signInByPasskey: build.mutation<SessionUser, PasskeyLogin>({
      query: body => ({ url: 'user/passkey/login', method: 'POST', body }),
    }),
  }),
});

export const {
  useRegisterMutation,
  useSendEmailCodeMutation,
  useSendResetMailMutation,
  useResetPasswordMutation,
  useBeginOAuthMutation,
  useBeginOidcMutation,
  useReturnFromProviderMutation,
  useSignInByWechatMutation,
  useSignInByTelegramMutation,
  useBeginPasskeySignInMutation,
  useSignInByPasskeyMutation,
} = authApi;
