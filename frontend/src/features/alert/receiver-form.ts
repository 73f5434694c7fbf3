import {
  ALERT_NAME_MAX,
  ALERT_SECRET_MIN,
  alertReceiverKinds,
  isMailAddress,
  splitList,
  type AlertFieldForm,
  type AlertLanguage,
  type AlertReceiverEdit,
  type AlertReceiverField,
  type AlertReceiverKind,
  type AlertReceiverSave,
  type AlertReceiverView,
} from '@contracts';

/** A receiver as typed. */
export interface ReceiverDraft {
  readonly name: string;
  readonly kind: AlertReceiverKind;
  readonly enabled: boolean;
  readonly language: AlertLanguage;
  /** Secrets are empty until a new one is typed. */
  readonly fields: Readonly<Record<AlertReceiverField, string>>;
  /** Secrets that shall be taken away. */
  readonly cleared: readonly AlertReceiverField[];
}

/** The name, or the field that is wrong; also the end of the key of its sentence. */
export type ReceiverFault = 'name' | AlertReceiverField;

const NO_FIELDS: ReceiverDraft['fields'] = {
  to: '',
  address: '',
  secret: '',
  token: '',
  chat_id: '',
  thread_id: '',
  base_url: '',
};

const SECRET_BYTES = 24;

export function fieldsOf(kind: AlertReceiverKind): readonly AlertFieldForm[] {
  return alertReceiverKinds[kind];
}

export function newReceiverDraft(language: AlertLanguage): ReceiverDraft {
  return { name: '', kind: 'mail', enabled: true, language, fields: NO_FIELDS, cleared: [] };
}

/** The fields that begin anew when another kind is chosen; a webhook gets a secret of its own. */
export function ofKind(kind: AlertReceiverKind): Pick<ReceiverDraft, 'kind' | 'fields' | 'cleared'> {
  return { kind, fields: { ...NO_FIELDS, ...(kind === 'webhook' && { secret: newSecret() }) }, cleared: [] };
}

/** A secret as Standard Webhooks writes it: `whsec_` and the base64 of random bytes. */
function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
}

export function toReceiverDraft(receiver: AlertReceiverView): ReceiverDraft {
  const { name, kind, enabled, language, shown } = receiver;
  const open = fieldsOf(kind).filter(({ isSecret }) => !isSecret);
  const fields = Object.fromEntries(open.map(field => [field.name, shown[field.name] ?? '']));
  return { name, kind, enabled, language, fields: { ...NO_FIELDS, ...fields }, cleared: [] };
}

function isAddress(text: string): boolean {
  return /^https?:\/\/[^\s]+$/.test(text) && URL.canParse(text);
}

function isFieldGood({ name, isRequired }: AlertFieldForm, text: string, isKept: boolean): boolean {
  if (text === '') return !isRequired || isKept;
  if (name === 'address' || name === 'base_url') return isAddress(text);
  if (name === 'thread_id') return /^\d{1,15}$/.test(text);
  return name === 'to' ? splitList(text).every(isMailAddress) : true;
}

/**
 * The first thing that is wrong; null when nothing is.
 *
 * @param kept secrets that the server has already
 */
export function findReceiverFault(
  { name, kind, fields }: ReceiverDraft,
  kept: readonly AlertReceiverField[],
): ReceiverFault | null {
  if (name.trim().length > ALERT_NAME_MAX) return 'name';
  const wrong = fieldsOf(kind).find(field => {
    const text = fields[field.name].trim();
    const isShort = kind === 'webhook' && field.name === 'secret' && text !== '' && text.length < ALERT_SECRET_MIN;
    return isShort || !isFieldGood(field, text, kept.includes(field.name));
  });
  return wrong?.name ?? null;
}

/** @param draft without faults */
export function toReceiverSave({ name, kind, enabled, language, fields, cleared }: ReceiverDraft): AlertReceiverSave {
  const own = Object.fromEntries(fieldsOf(kind).map(field => [field.name, fields[field.name].trim()]));
  return { name: name.trim(), kind, enabled, language, cleared, ...own };
}

/** A request that leaves a receiver as it is, but for these changes. */
export function keptReceiver(
  receiver: AlertReceiverView,
  changes: Partial<Pick<AlertReceiverSave, 'enabled'>>,
): AlertReceiverEdit {
  return { id: receiver.id, ...toReceiverSave(toReceiverDraft(receiver)), ...changes };
}
