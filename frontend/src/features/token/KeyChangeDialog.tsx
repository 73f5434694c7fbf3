import { Button, Callout, Dialog, DialogBody, DialogFooter, Intent } from '@blueprintjs/core';
import { type TokenAddressUse, type TokenView } from '@contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useStatus } from '../../base/site/use-status';
import { CopyText } from '../../shared/copy/CopyText';
import { FormDialogFooter } from '../../shared/dialog/FormDialogFooter';
import { SelectField, SwitchField, TextField } from '../../shared/form/fields';
import { formatQuota } from '../../shared/format/quota';
import { formatTime } from '../../shared/format/time';
import {
  callsAddress,
  graceChoices,
  hasWorkingPreviousKey,
  leakedSince,
  newKeyChange,
  type KeyChangeDraft,
} from './key-change';
import { useEndPreviousKeyMutation, useReplaceLeakedKeyMutation, useRotateKeyMutation } from './key-change-api';
import { fullKey, shortKey } from './token-columns';

interface KeyChangeDialogProps {
  readonly token: TokenView;
  readonly onClose: () => void;
}

/** The token with its new key, and for a leaked key the calls since. */
interface KeyChangeResult {
  readonly token: TokenView;
  readonly leak: { readonly since: number; readonly uses: readonly TokenAddressUse[] } | null;
}

function useKeyChange(token: TokenView) {
  const [draft, setDraft] = useState(newKeyChange);
  const [hasFault, setFault] = useState(false);
  const [result, setResult] = useState<KeyChangeResult | null>(null);
  const [rotate, { isLoading: isRotating }] = useRotateKeyMutation();
  const [replaceLeaked, { isLoading: isReplacing }] = useReplaceLeakedKeyMutation();

  const submit = async () => {
    const { id } = token;
    if (!draft.isLeaked) {
      // The dialog has said that a key of an earlier rotation ends.
      const { data } = await rotate({ id, grace_seconds: Number(draft.graceSeconds), ends_previous: true });
      if (data) setResult({ token: data, leak: null });
      return;
    }
    const since = leakedSince(draft);
    setFault(since === null);
    if (since === null) return;
    const { data } = await replaceLeaked({ id, since });
    if (data) setResult({ token: data.token, leak: { since, uses: data.uses } });
  };

  return {
    draft,
    hasFault,
    result,
    isBusy: isRotating || isReplacing,
    submit,
    set: (changes: Partial<KeyChangeDraft>) => {
      setFault(false);
      setDraft(current => ({ ...current, ...changes }));
    },
  };
}

/** Says until when the key of an earlier rotation works, and lets it end. */
function PreviousKey({ token, onClose }: KeyChangeDialogProps) {
  const { t } = useTranslation();
  const [endPrevious, { isLoading }] = useEndPreviousKeyMutation();
  if (!hasWorkingPreviousKey(token)) return null;
  const end = async () => {
    const { error } = await endPrevious(token.id);
    if (!error) onClose();
  };
  return (
    <Callout className="block" intent={Intent.WARNING} icon={null}>
      <p>{t('token.previous_runs', { time: formatTime(token.previous_ends_time) })}</p>
      <Button size="small" text={t('token.previous_end')} loading={isLoading} onClick={() => void end()} />
    </Callout>
  );
}

interface FormProps extends KeyChangeDialogProps {
  readonly change: ReturnType<typeof useKeyChange>;
}

function KeyChangeForm({ token, onClose, change: { draft, set, hasFault, isBusy, submit } }: FormProps) {
  const { t } = useTranslation();
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault();
        void submit();
      }}
    >
      <DialogBody>
        <p>{t('token.replace_hint')}</p>
        <PreviousKey token={token} onClose={onClose} />
        <SwitchField
          label={t('token.leaked')}
          helper={t('token.leaked_hint')}
          isOn={draft.isLeaked}
          onChange={isLeaked => set({ isLeaked })}
        />
        {draft.isLeaked ? (
          <TextField
            type="datetime-local"
            label={t('token.leaked_since')}
            helper={t('token.leaked_since_hint')}
            fault={hasFault ? t('token.fault_since') : undefined}
            value={draft.since}
            onChange={since => set({ since })}
          />
        ) : (
          <SelectField
            label={t('token.grace')}
            helper={t('token.grace_hint')}
            value={draft.graceSeconds}
            options={graceChoices.map(({ id, seconds }) => ({ value: String(seconds), label: t(`token.grace_${id}`) }))}
            onChange={graceSeconds => set({ graceSeconds })}
          />
        )}
      </DialogBody>
      <FormDialogFooter
        text={t('token.replace')}
        intent={draft.isLeaked ? Intent.DANGER : Intent.PRIMARY}
        isBusy={isBusy}
        onCancel={onClose}
      />
    </form>
  );
}

/** Who called with the key since it may be known, by address. */
function CallsSince({ token, since, uses }: { readonly token: TokenView } & NonNullable<KeyChangeResult['leak']>) {
  const { t } = useTranslation();
  const status = useStatus();
  return (
    <>
      <p>{t(uses.length === 0 ? 'token.leak_no_calls' : 'token.leak_calls', { time: formatTime(since) })}</p>
      <ul>
        {uses.map(({ client_ip: address, calls, quota, last_time: last }) => (
          <li key={address}>
            {t('token.leak_use', {
              count: calls,
              address: address || t('token.address_unknown'),
              amount: formatQuota(quota, status),
              time: formatTime(last),
            })}
          </li>
        ))}
      </ul>
      {uses.length > 0 && <Link to={callsAddress(token, since)}>{t('token.leak_log')}</Link>}
    </>
  );
}

function KeyChangeDone({ result: { token, leak }, onClose }: { result: KeyChangeResult; onClose: () => void }) {
  const { t } = useTranslation();
  const isRunning = hasWorkingPreviousKey(token);
  return (
    <>
      <DialogBody>
        <p>
          {isRunning
            ? t('token.replaced_until', { time: formatTime(token.previous_ends_time) })
            : t('token.replaced_at_once')}
        </p>
        <p>
          <CopyText text={fullKey(token)} notice={t('token.key_copied')}>
            <code className="mono">{shortKey(token)}</code>
          </CopyText>
        </p>
        {leak && <CallsSince token={token} {...leak} />}
      </DialogBody>
      <DialogFooter actions={<Button text={t('common.close')} onClick={onClose} />} />
    </>
  );
}

/** Replaces the key of a token, with a time of grace or at once because others have seen it. */
export function KeyChangeDialog({ token, onClose }: KeyChangeDialogProps) {
  const { t } = useTranslation();
  const change = useKeyChange(token);
  return (
    <Dialog isOpen title={t('token.replace_title', { name: token.name })} onClose={onClose}>
      {change.result ? (
        <KeyChangeDone result={change.result} onClose={onClose} />
      ) : (
        <KeyChangeForm token={token} onClose={onClose} change={change} />
      )}
    </Dialog>
  );
}
