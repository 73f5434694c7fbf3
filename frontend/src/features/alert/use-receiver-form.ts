import { type AlertReceiverField, type AlertReceiverView } from '@contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeptDraft, type KeptDraft } from '../../shared/form/kept-drafts';
import { useAnnounce } from '../../shared/dialog/use-announce';
import { useCreateAlertReceiverMutation, useEditAlertReceiverMutation } from './alert-api';
import { sentenceLanguage } from './alert-names';
import {
  findReceiverFault,
  newReceiverDraft,
  toReceiverDraft,
  toReceiverSave,
  type ReceiverDraft,
  type ReceiverFault,
} from './receiver-form';

export interface ReceiverFormOptions {
  /** The receiver to edit, or null for a new one. */
  readonly receiver: AlertReceiverView | null;
  /** Called after the server has accepted the request. */
  readonly onDone: () => void;
}

export interface ReceiverForm {
  readonly draft: ReceiverDraft;
  readonly keptDraft: KeptDraft;
  readonly isBusy: boolean;
  /** Whether the server has this secret, and shall keep it. */
  readonly isKept: (field: AlertReceiverField) => boolean;
  readonly set: (changes: Partial<ReceiverDraft>) => void;
  readonly setField: (field: AlertReceiverField, text: string) => void;
  readonly faultText: (fault: ReceiverFault) => string | undefined;
  readonly submit: () => Promise<void>;
}

/** The state of the form of a receiver and its one action. */
export function useReceiverForm({ receiver, onDone }: ReceiverFormOptions): ReceiverForm {
  const { t, i18n } = useTranslation();
  const announce = useAnnounce();
  const {
    draft,
    setDraft,
    kept: keptDraft,
  } = useKeptDraft(`alert-receiver/${receiver?.id ?? 'new'}`, () =>
    receiver ? toReceiverDraft(receiver) : newReceiverDraft(sentenceLanguage(i18n.language)),
  );
  const [fault, setFault] = useState<ReceiverFault | null>(null);
  const [createReceiver, { isLoading: isCreating }] = useCreateAlertReceiverMutation();
  const [editReceiver, { isLoading: isEditing }] = useEditAlertReceiverMutation();
  const kept = (receiver?.secrets_set ?? []).filter(field => !draft.cleared.includes(field));
  const set = (changes: Partial<ReceiverDraft>) => {
    setFault(null);
    setDraft(current => ({ ...current, ...changes }));
  };
  return {
    draft,
    keptDraft,
    isBusy: isCreating || isEditing,
    isKept: field => kept.includes(field),
    set,
    setField: (field, text) => set({ fields: { ...draft.fields, [field]: text } }),
    faultText: name => (fault === name ? t(`alert.fault_${name}`) : undefined),
    submit: async () => {
      const found = findReceiverFault(draft, kept);
      setFault(found);
      if (found) return;
      const request = toReceiverSave(draft);
      const call = receiver ? editReceiver({ id: receiver.id, ...request }) : createReceiver(request);
      if (!(await announce(call))) return;
      keptDraft.discard();
      onDone();
    },
  };
}
