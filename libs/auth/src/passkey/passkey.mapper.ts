import { type PasskeyView } from '@contracts';
import { type StoredPasskey } from './passkey.store';

/** The view leaves out the key and the id of the credential: pages need neither. */
export function toPasskeyView(passkey: StoredPasskey): PasskeyView {
  return {
    id: passkey.id,
    name: passkey.name,
    created_time: Math.floor(passkey.createdAtMs / 1000),
    used_time: Math.floor(passkey.usedAtMs / 1000),
    is_backed_up: passkey.isBackedUp,
  };
}
