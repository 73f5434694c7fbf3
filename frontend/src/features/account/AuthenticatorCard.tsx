import { Button, Card, H5, Intent, Tag } from '@blueprintjs/core';
import { Tick } from '@blueprintjs/icons';
import { type TotpSetup, type TotpState } from '@contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CardState } from './CardState';
import { useGetTotpQuery, useSetUpTotpMutation } from './personal-api';
import { RecoveryCodesDialog } from './RecoveryCodesDialog';
import { RenewCodesDialog, TotpDisableDialog, TotpSetupDialog } from './TotpDialogs';

/** At this number of recovery codes or fewer, the card suggests creating new ones. */
const FEW_CODES = 2;

type OpenDialog =
  | { readonly kind: 'setup'; readonly setup: TotpSetup }
  | { readonly kind: 'codes'; readonly codes: readonly string[] }
  | { readonly kind: 'disable' | 'renew' }
  | null;

interface ContentProps {
  readonly state: TotpState;
  readonly open: (dialog: OpenDialog) => void;
}

function SetUp({ open }: Pick<ContentProps, 'open'>) {
  const { t } = useTranslation();
  const [setUp, { isLoading }] = useSetUpTotpMutation();
  const begin = async () => {
    const { data: setup } = await setUp();
    if (setup) open({ kind: 'setup', setup });
  };
  return (
    <Button intent={Intent.PRIMARY} loading={isLoading} text={t('personal.totp_setup')} onClick={() => void begin()} />
  );
}

function Content({ state, open }: ContentProps) {
  const { t } = useTranslation();
  if (!state.enabled) return <SetUp open={open} />;
  const count = state.recovery_codes_left;
  return (
    <>
      <p className="tag-line">
        <Tag minimal intent={Intent.SUCCESS} icon={<Tick size={12} />}>
          {t('common.enabled')}
        </Tag>
        <Tag minimal intent={count <= FEW_CODES ? Intent.WARNING : Intent.NONE}>
          {t('personal.codes_left', { count })}
        </Tag>
      </p>
      {count <= FEW_CODES && <p>{t('personal.codes_few')}</p>}
      <div className="form-actions">
        <Button text={t('personal.codes_renew')} onClick={() => open({ kind: 'renew' })} />
        <Button
          intent={Intent.DANGER}
          variant="outlined"
          text={t('personal.totp_disable')}
          onClick={() => open({ kind: 'disable' })}
        />
      </div>
    </>
  );
}

/** The authenticator app whose code is required in addition to the password. */
export function AuthenticatorCard() {
  const { t } = useTranslation();
  const query = useGetTotpQuery();
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const close = () => setDialog(null);
  const showCodes = (codes: readonly string[]) => setDialog({ kind: 'codes', codes });
  return (
    <Card className="draft-card">
      <H5>{t('personal.totp')}</H5>
      <p className="muted">{t('personal.totp_hint')}</p>
      <CardState query={query}>{state => <Content state={state} open={setDialog} />}</CardState>
      {dialog?.kind === 'setup' && <TotpSetupDialog setup={dialog.setup} onCodes={showCodes} onClose={close} />}
      {dialog?.kind === 'renew' && <RenewCodesDialog onCodes={showCodes} onClose={close} />}
      {dialog?.kind === 'disable' && <TotpDisableDialog onClose={close} />}
      {dialog?.kind === 'codes' && <RecoveryCodesDialog codes={dialog.codes} onClose={close} />}
    </Card>
  );
}
