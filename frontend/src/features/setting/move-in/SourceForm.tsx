import { Button, Callout, Card, FormGroup, H5, Intent, Radio, RadioGroup, Switch } from '@blueprintjs/core';
import { EyeOpen, Import } from '@blueprintjs/icons';
import { MOVE_IN_ADDRESS_MAX, type MoveInStatus } from '@contracts';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmButton } from '../../../shared/dialog/ConfirmButton';
import { PasswordInput } from '../../../shared/form/PasswordInput';
import { FilePicker } from './FilePicker';
import { useMoveInForm } from './use-move-in-form';

interface SecretProps {
  readonly label: string;
  readonly helper: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** An address holds a password, so it is covered, too. */
function Secret({ label, helper, value, onChange }: SecretProps) {
  const id = useId();
  return (
    <FormGroup label={label} labelFor={id} helperText={helper}>
      <PasswordInput
        id={id}
        value={value}
        autoComplete="off"
        maxLength={MOVE_IN_ADDRESS_MAX}
        onValueChange={onChange}
      />
    </FormGroup>
  );
}

function Sources({ status, form }: { readonly status: MoveInStatus; readonly form: ReturnType<typeof useMoveInForm> }) {
  const { t } = useTranslation();
  const { draft, change, isBusy } = form;
  const { address, hasLogs, logsAddress, saltKey } = draft;
  if (draft.from === 'file') {
    return (
      <>
        <FilePicker part="source" label={t('move_in.file')} sent={status.source_file} isDisabled={isBusy} />
        {hasLogs && (
          <FilePicker part="logs" label={t('move_in.logs_file')} sent={status.logs_file} isDisabled={isBusy} />
        )}
      </>
    );
  }
  return (
    <>
      <Secret
        label={t('move_in.address')}
        helper={t('move_in.address_hint')}
        value={address}
        onChange={text => change({ address: text })}
      />
      {hasLogs && (
        <Secret
          label={t('move_in.logs_address')}
          helper={t('move_in.address_hint')}
          value={logsAddress}
          onChange={text => change({ logsAddress: text })}
        />
      )}
      <Secret
        label={t('move_in.salt_key')}
        helper={t('move_in.salt_key_hint')}
        value={saltKey}
        onChange={text => change({ saltKey: text })}
      />
    </>
  );
}

/** Where the other gateway is, and the two steps: look, then move in. */
export function SourceForm({ status }: { readonly status: MoveInStatus }) {
  const { t } = useTranslation();
  const form = useMoveInForm(status);
  const { draft, change, begin, isReady, isBusy, hasPlan } = form;
  return (
    <Card className="draft-card">
      <H5>{t('move_in.title')}</H5>
      <p>{t('move_in.about')}</p>
      <Callout className="block" intent={Intent.WARNING}>
        {t('move_in.before')}
      </Callout>
      <RadioGroup
        label={t('move_in.from')}
        inline
        disabled={isBusy}
        selectedValue={draft.from}
        onChange={({ currentTarget }) => change({ from: currentTarget.value === 'address' ? 'address' : 'file' })}
      >
        <Radio label={t('move_in.from_file')} value="file" />
        <Radio label={t('move_in.from_address')} value="address" />
      </RadioGroup>
      <Switch
        label={t('move_in.has_logs')}
        checked={draft.hasLogs}
        disabled={isBusy}
        onChange={() => change({ hasLogs: !draft.hasLogs })}
      />
      <Sources status={status} form={form} />
      <div className="cluster">
        <Button
          icon={<EyeOpen />}
          intent={hasPlan ? Intent.NONE : Intent.PRIMARY}
          text={t('move_in.look')}
          disabled={!isReady}
          onClick={() => void begin(true)}
        />
        <ConfirmButton
          icon={<Import />}
          intent={hasPlan ? Intent.PRIMARY : Intent.NONE}
          text={t('move_in.start')}
          disabled={!isReady || !hasPlan}
          question={t('move_in.question')}
          warning={t('move_in.warning')}
          confirmLabel={t('move_in.start')}
          onConfirm={() => void begin(false)}
        />
      </div>
      {!hasPlan && <p className="muted">{t('move_in.look_first')}</p>}
    </Card>
  );
}
