import { type RedemptionView } from '@contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeptDraft, type KeptDraft } from '../../shared/form/kept-drafts';
import { notices } from '../../shared/dialog/notices';
import { useCreateRedemptionsMutation, useEditRedemptionMutation } from './redemption-api';
import {
  findRedemptionFault,
  newRedemptionDraft,
  toRedemptionCreate,
  toRedemptionDraft,
  type RedemptionDraft,
  type RedemptionFault,
} from './redemption-form';

/** Codes that were just created. */
export interface NewCodes {
  readonly name: string;
  readonly keys: readonly string[];
}

export interface RedemptionForm {
  readonly draft: RedemptionDraft;
  readonly kept: KeptDraft;
  readonly isBusy: boolean;
  readonly set: (changes: Partial<RedemptionDraft>) => void;
  readonly faultText: (fault: RedemptionFault) => string | undefined;
  readonly submit: () => Promise<void>;
}

export interface RedemptionFormOptions {
  /** The code to edit, or null to create new ones. */
  readonly code: RedemptionView | null;
  readonly onCreated: (codes: NewCodes) => void;
  /** Called after the server has accepted the request. */
  readonly onDone: () => void;
}

/** The state and the submit action of the form of codes. */
export function useRedemptionForm({ code, onCreated, onDone }: RedemptionFormOptions): RedemptionForm {
  const { t } = useTranslation();
  const { draft, setDraft, kept } = useKeptDraft(`redemption/${code?.id ?? 'new'}`, () =>
    code ? toRedemptionDraft(code) : newRedemptionDraft,
  );
  const [fault, setFault] = useState<RedemptionFault | null>(null);
  const [createRedemptions, { isLoading: isCreating }] = useCreateRedemptionsMutation();
  const [editRedemption, { isLoading: isEditing }] = useEditRedemptionMutation();

  const create = async () => {
    const request = toRedemptionCreate(draft);
    const { data: keys } = await createRedemptions(request);
    if (!keys) return; // the listener shows the error; the form stays open
    kept.discard();
    onDone();
    onCreated({ name: request.name, keys });
  };

  const edit = async ({ id, name: oldName, quota: oldQuota }: RedemptionView) => {
    const { name, quota } = toRedemptionCreate(draft);
    if (name === oldName && quota === oldQuota) return notices.warning(t('common.no_change'));
    const { error } = await editRedemption({ id, name, quota });
    if (error) return;
    notices.success(t('redemption.edited'));
    kept.discard();
    onDone();
  };

  return {
    draft,
    kept,
    isBusy: isCreating || isEditing,
    set: changes => {
      setFault(null);
      setDraft(current => ({ ...current, ...changes }));
    },
    faultText: name => (fault === name ? t(`redemption.fault_${name}`) : undefined),
    submit: async () => {
      const found = findRedemptionFault(draft);
      setFault(found);
      if (!found) await (code ? edit(code) : create());
    },
  };
}
