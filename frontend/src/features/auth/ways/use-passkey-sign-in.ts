import { type PasskeyJson, type SessionUser } from '@contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notices } from '../../../shared/dialog/notices';
import { useBeginPasskeySignInMutation, useSignInByPasskeyMutation } from '../../../base/sign-in/auth-api';

/**
 * Asks the device for a passkey; the library is loaded only then.
 *
 * @throws Error when the person or the device refuses
 */
async function askDevice(options: PasskeyJson): Promise<PasskeyJson> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  // Both are the JSON forms of the same standard; the contract does not repeat their fields.
  const optionsJSON = options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON'];
  return (await startAuthentication({ optionsJSON })) as unknown as PasskeyJson;
}

interface PasskeySignIn {
  readonly isBusy: boolean;
  /** Returns null when no user was signed in; the reason has been shown. */
  readonly signIn: () => Promise<SessionUser | null>;
}

/** Signs in by a passkey, without a name: the device tells which account it belongs to. */
export function usePasskeySignIn(): PasskeySignIn {
  const { t } = useTranslation();
  const [begin] = useBeginPasskeySignInMutation();
  const [finish] = useSignInByPasskeyMutation();
  const [isBusy, setBusy] = useState(false);

  const ask = async (): Promise<SessionUser | null> => {
    const { data: options } = await begin();
    if (!options) return null;
    const response = await askDevice(options).catch(() => null);
    if (!response) {
      // Browsers do not distinguish a cancelled request, a timeout, and a device without a passkey for this site.
      notices.warning(t('auth.passkey_none'));
      return null;
    }
    return (await finish({ response })).data ?? null;
  };
  const signIn = async () => {
    setBusy(true);
    const user = await ask();
    setBusy(false);
    return user;
  };
  return { isBusy, signIn };
}
