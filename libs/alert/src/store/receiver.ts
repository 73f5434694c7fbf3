import {
  alertReceiverKinds,
  type AlertFieldForm,
  type AlertLanguage,
  type AlertReceiverField,
  type AlertReceiverKind,
} from '@contracts';
import { type SecretBox } from '@platform';
import { type AlertReceiverEntity } from './alert-receiver.entity';

export type ReceiverFields = Partial<Readonly<Record<AlertReceiverField, string>>>;

/** A receiver with its secrets opened; it exists in memory only and is never logged. */
export interface Receiver {
  readonly id: number;
  readonly name: string;
  readonly kind: AlertReceiverKind;
  readonly isEnabled: boolean;
  readonly language: AlertLanguage;
  readonly fields: ReceiverFields;
}

export function formOf(kind: AlertReceiverKind): readonly AlertFieldForm[] {
  return alertReceiverKinds[kind];
}

/** @returns null for a kind that this version does not know, and for secrets that this master key does not open */
export function openReceiver(row: AlertReceiverEntity, box: SecretBox): Receiver | null {
  if (!Object.hasOwn(alertReceiverKinds, row.kind)) return null;
  try {
    return {
      id: row.id,
      name: row.name,
      kind: row.kind as AlertReceiverKind, // was just looked up
      isEnabled: row.isEnabled,
      language: row.language as AlertLanguage, // checked when it was saved
      fields: { ...fieldsOf(row.settings), ...secretsOf(row, box) },
    };
  } catch {
    return null; // the console shows it, and saving it again mends it
  }
}

export function fieldsOf(settings: string): ReceiverFields {
  return JSON.parse(settings) as ReceiverFields; // written by this lib only
}

/** @throws Error when the secrets were sealed with another master key */
export function secretsOf({ secretsSealed }: AlertReceiverEntity, box: SecretBox): ReceiverFields {
  return secretsSealed === '' ? {} : fieldsOf(box.open('alert-receiver', secretsSealed));
}

export function sealSecrets(secrets: ReceiverFields, box: SecretBox): string {
  return Object.keys(secrets).length === 0 ? '' : box.seal('alert-receiver', JSON.stringify(secrets));
}
