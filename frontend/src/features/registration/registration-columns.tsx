import { Intent, Tag } from '@blueprintjs/core';
import {
  RegistrationCodeStatus,
  type RegistrationCodeState,
  type RegistrationCodeStatusValue,
  type RegistrationCodeView,
} from '@contracts';
import { type ParseKeys, type TFunction } from 'i18next';
import { CopyText } from '../../shared/copy/CopyText';
import { DeleteButton } from '../../shared/dialog/DeleteButton';
import { formatQuota, type QuotaDisplay } from '../../shared/format/quota';
import { TimeCell } from '../../shared/display/TimeCell';
import { type Column } from '../../shared/table/column';
import { SwitchButton } from '../../shared/table/SwitchButton';
import { registrationLink, stateOf } from './registration-form';

export interface RegistrationRowActions {
  readonly setStatus: (code: RegistrationCodeView, status: RegistrationCodeStatusValue) => void;
  readonly remove: (code: RegistrationCodeView) => Promise<void>;
}

interface ColumnsContext {
  readonly t: TFunction;
  readonly display: QuotaDisplay;
  readonly actions: RegistrationRowActions;
}

/** How the states are called. */
export const stateLabels: Readonly<Record<RegistrationCodeState, ParseKeys>> = {
  usable: 'joining.usable',
  disabled: 'common.disabled',
  used: 'joining.used',
  expired: 'joining.expired',
};

const intents: Readonly<Record<RegistrationCodeState, Intent>> = {
  usable: Intent.SUCCESS,
  disabled: Intent.DANGER,
  used: Intent.NONE,
  expired: Intent.WARNING,
};

function RowActions({ code, t, actions }: Omit<ColumnsContext, 'display'> & { readonly code: RegistrationCodeView }) {
  const { Enabled, Disabled } = RegistrationCodeStatus;
  const isOn = code.status === Enabled;
  return (
    <span className="cell-actions">
      <SwitchButton isOn={isOn} onSwitch={() => actions.setStatus(code, isOn ? Disabled : Enabled)} />
      <DeleteButton
        label={t('joining.delete_of', { code: code.code })}
        question={t('joining.delete_question', { code: code.code })}
        warning={t('joining.delete_warning')}
        onConfirm={() => actions.remove(code)}
      />
    </span>
  );
}

/** The columns of the registration codes. */
export function registrationColumns({ t, display, actions }: ColumnsContext): readonly Column<RegistrationCodeView>[] {
  return [
    {
      id: 'code',
      header: t('joining.code'),
      render: ({ code }) => (
        <CopyText text={registrationLink(code)} notice={t('joining.link_copied')}>
          <code className="mono">{code}</code>
        </CopyText>
      ),
    },
    { id: 'note', header: t('joining.note'), render: ({ note }) => <span className="cell-wide">{note}</span> },
    {
      id: 'state',
      header: t('joining.state'),
      render: code => {
        const state = stateOf(code, Date.now());
        return (
          <Tag minimal intent={intents[state]}>
            {t(stateLabels[state])}
          </Tag>
        );
      },
    },
    { id: 'uses', header: t('joining.uses'), isNumeric: true, render: code => `${code.uses} / ${code.uses_max}` },
    {
      id: 'group',
      header: t('joining.group'),
      render: ({ group }) => group || <span className="muted">–</span>,
    },
    {
      id: 'quota',
      header: t('joining.quota'),
      isNumeric: true,
      render: ({ quota }) => (quota > 0 ? formatQuota(quota, display) : <span className="muted">–</span>),
    },
    {
      id: 'expires',
      header: t('joining.expires'),
      render: code => <TimeCell seconds={code.expires_time} none={t('joining.never')} />,
    },
    { id: 'by', header: t('joining.created_by'), render: code => code.created_by },
    { id: 'actions', header: t('common.actions'), render: code => <RowActions code={code} t={t} actions={actions} /> },
  ];
}
