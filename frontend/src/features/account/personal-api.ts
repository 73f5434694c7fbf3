import {
  type EmailBindQuery,
  type PasskeyJson,
  type PasskeyRegistration,
  type PasskeyView,
  type SessionView,
  type TotpCode,
  type TotpRecoveryCodes,
  type TotpSetup,
  type TotpState,
} from '@contracts';
import { baseApi } from '../../api/base-api';

/** Sites whose account can be attached to the own one. */
export type BindProvider = 'github' | 'linuxdo' | 'oidc' | 'wechat' | 'telegram';

const bindingApi = baseApi.injectEndpoints({
  endpoints: build => ({
    bindEmail: build.mutation<null, EmailBindQuery>({
      query: params => ({ url: 'oauth/email/bind', params }),
      invalidatesTags: ['Self'],
    }),
    bindWechat: build.mutation<null, { readonly code: string }>({
      query: params => ({ url: 'oauth/wechat/bind', params }),
      invalidatesTags: ['Self'],
    }),
    unbind: build.mutation<null, BindProvider>({
      query: provider => ({ url: `oauth/${provider}/bind`, method: 'DELETE' }),
      invalidatesTags: ['Self'],
    }),
    deleteSelf: build.mutation<null, void>({ query: () => ({ url: 'user/self', method: 'DELETE' }) }),
  }),
});

const totpApi = baseApi.injectEndpoints({
  endpoints: build => ({
    getTotp: build.query<TotpState, void>({ query: () => 'user/totp', providesTags: ['Totp'] }),
    setUpTotp: build.mutation<TotpSetup, void>({
      query: () => ({ url: 'user/totp/setup', method: 'POST', body: {} }),
    }),
    enableTotp: build.mutation<TotpRecoveryCodes, TotpCode>({
      query: body => ({ url: 'user/totp/enable', method: 'POST', body }),
      invalidatesTags: ['Totp'],
    }),
    disableTotp: build.mutation<null, TotpCode>({
      query: body => ({ url: 'user/totp/disable', method: 'POST', body }),
      invalidatesTags: ['Totp'],
    }),
    renewRecoveryCodes: build.mutation<TotpRecoveryCodes, TotpCode>({
      query: body => ({ url: 'user/totp/recovery_codes', method: 'POST', body }),
      invalidatesTags: ['Totp'],
    }),
  }),
});

const passkeyApi = baseApi.injectEndpoints({
  endpoints: build => ({
    /** Lists passkeys, oldest first. */
    listPasskeys: build.query<readonly PasskeyView[], void>({
      query: () => 'user/passkeys',
      providesTags: ['Passkey'],
    }),
    beginPasskey: build.mutation<PasskeyJson, void>({
      query: () => ({ url: 'user/passkeys/options', method: 'POST', body: {} }),
    }),
    addPasskey: build.mutation<PasskeyView, PasskeyRegistration>({
      query: body => ({ url: 'user/passkeys', method: 'POST', body }),
      invalidatesTags: ['Passkey'],
    }),
    renamePasskey: build.mutation<null, Pick<PasskeyView, 'id' | 'name'>>({
      query: ({ id, name }) => ({ url: `user/passkeys/${id}`, method: 'PUT', body: { name } }),
      invalidatesTags: ['Passkey'],
    }),
    removePasskey: build.mutation<null, PasskeyView['id']>({
      query: id => ({ url: `user/passkeys/${id}`, method: 'DELETE' }),
      invalidatesTags: ['Passkey'],
    }),
  }),
});

const sessionApi = baseApi.injectEndpoints({
  endpoints: build => ({
    /** Lists sessions, the most recently used first. */
    listSessions: build.query<readonly SessionView[], void>({
      query: () => 'user/sessions',
      providesTags: ['Session'],
    }),
    endSession: build.mutation<null, SessionView['id']>({
      query: id => ({ url: `user/sessions/${id}`, method: 'DELETE' }),
      invalidatesTags: ['Session'],
    }),
    /** Ends all sessions but the current one. */
    endOtherSessions: build.mutation<null, void>({
      query: () => ({ url: 'user/sessions', method: 'DELETE' }),
      invalidatesTags: ['Session'],
    }),
  }),
});

export const { useBindEmailMutation, useBindWechatMutation, useUnbindMutation, useDeleteSelfMutation } = bindingApi;

export const {
  useGetTotpQuery,
  useSetUpTotpMutation,
  useEnableTotpMutation,
  useDisableTotpMutation,
  useRenewRecoveryCodesMutation,
} = totpApi;

export const {
  useListPasskeysQuery,
  useBeginPasskeyMutation,
  useAddPasskeyMutation,
  useRenamePasskeyMutation,
  useRemovePasskeyMutation,
} = passkeyApi;

export const { useListSessionsQuery, useEndSessionMutation, useEndOtherSessionsMutation } = sessionApi;
