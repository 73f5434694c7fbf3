import { ALERT_SECRET_MIN, isMailAddress, splitList, type AlertReceiverSave } from '@contracts';
import { AppError } from '@kernel';
import { isLinkLocalUrl } from '@platform';
import { formOf, type ReceiverFields } from '../store/receiver';

/** The fields of a receiver, apart by whether they are sealed. */
export interface CheckedFields {
  readonly shown: ReceiverFields;
  readonly secrets: ReceiverFields;
}

/**
 * What is stored of a receiver.
 *
 * @param known the secrets that it has already; those that are sent empty stay
 * @throws AppError ALERT_FIELD_REQUIRED, ALERT_ADDRESS_INVALID, ALERT_TOPIC_INVALID, ALERT_SECRET_SHORT,
 *   ALERT_MAIL_INVALID
 */
export function checkedFields(
  request: AlertReceiverSave,
  known: ReceiverFields,
  isLinkLocalAllowed: boolean,
): CheckedFields {
  const shown: Record<string, string> = {};
  const secrets: Record<string, string> = {};
  for (const { name, isSecret, isRequired } of formOf(request.kind)) {
    const kept = isSecret && !(request.cleared ?? []).includes(name) ? known[name] : undefined;
    const value = request[name]?.trim() || kept || '';
    if (value === '' && isRequired) throw new AppError('ALERT_FIELD_REQUIRED', { params: { field: name } });
    if (value !== '') (isSecret ? secrets : shown)[name] = value;
  }
  checkEach(request, { ...shown, ...secrets }, isLinkLocalAllowed);
  return { shown, secrets };
}

function checkEach({ kind }: AlertReceiverSave, fields: ReceiverFields, isLinkLocalAllowed: boolean): void {
  for (const field of ['address', 'base_url'] as const) {
    const url = fields[field];
    if (url === undefined) continue;
    const isGood = /^https?:\/\/[^\s]+$/.test(url) && URL.canParse(url);
    if (!isGood || (!isLinkLocalAllowed && isLinkLocalUrl(url))) {
      throw new AppError('ALERT_ADDRESS_INVALID', { params: { field } });
    }
  }
  if (kind === 'ntfy' && !/^\/[-_A-Za-z0-9]{1,64}\/?$/.test(new URL(fields.address ?? '').pathname)) {
    throw new AppError('ALERT_TOPIC_INVALID');
  }
  if (kind === 'webhook' && (fields.secret ?? '').length < ALERT_SECRET_MIN) {
    throw new AppError('ALERT_SECRET_SHORT', { params: { min: ALERT_SECRET_MIN } });
  }
  if (fields.thread_id !== undefined && !/^\d{1,15}$/.test(fields.thread_id)) {
    throw new AppError('ALERT_NUMBER_INVALID', { params: { field: 'thread_id', min: 1, max: 999_999_999_999_999 } });
  }
  if (fields.token !== undefined && /[^\x21-\x7e]/.test(fields.token)) {
    throw new AppError('ALERT_FIELD_REQUIRED', { params: { field: 'token' } });
  }
  const wrong = splitList(fields.to ?? '').find(text => !isMailAddress(text));
  if (wrong !== undefined) throw new AppError('ALERT_MAIL_INVALID', { params: { text: wrong } });
}

/** What may be seen of an address that lets everybody write: where it leads, not its path. */
export function originOf(address: string): string {
  return URL.canParse(address) ? `${new URL(address).origin}/…` : '…';
}
