import { type PasskeyJson } from '@contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notices } from '../../shared/dialog/notices';
import { useAddPasskeyMutation, useBeginPasskeyMutation } from './personal-api';

/**
 * Asks the device for a passkey; the library is loaded only then.
 *
 * @throws Error when the person or the device refuses
 */
async function askDevice(options: PasskeyJson): Promise<PasskeyJson> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  // Both are the JSON forms of the same standard; the contract does not repeat their fields.
  const optionsJSON = options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON'];
  return (await startRegistration({ optionsJSON })) as unknown as PasskeyJson;
}

/** Browsers use this error name when the device already has a passkey of the account. */
function isKnownDevice(error: unknown): boolean {
  return error instanceof Error && error.name === 'InvalidStateError';
}

interface NewPasskey {
  readonly isBusy: boolean;
  /** Returns whether a passkey was added; a failure has been shown. */
  readonly add: (name: string) => Promise<boolean>;
}

/** Has the device create a passkey for this account. */
export function useNewPasskey(): NewPasskey {
  const { t } = useTranslation();
  const [begin] = useBeginPasskeyMutation();
  const [finish] = useAddPasskeyMutation();
  const [isBusy, setBusy] = useState(false);

  const ask = async (name: string): Promise<boolean> => {
    const { data: options } = await begin();
    if (!options) return false;
    let response: PasskeyJson;
    try {
      response = await askDevice(options);
    } catch (error) {
      // Apart from that case, browsers do not distinguish a cancelled request from one that timed out.
      notices.warning(isKnownDevice(error) ? t('personal.passkey_known') : t('personal.passkey_none'));
      return false;
    }
    return (await finish({ name, response })).error === undefined;
  };
  const add = async (name: string) => {
    setBusy(true);
    const isAdded = await ask(name);
    setBusy(false);
    return isAdded;
  };
  return { isBusy, add };
}
