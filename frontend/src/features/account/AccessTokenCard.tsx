import { Card, Classes, H5, Intent } from '@blueprintjs/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmButton } from '../../shared/dialog/ConfirmButton';
import { CopyText } from '../../shared/copy/CopyText';
import { useCopy } from '../../shared/copy/use-copy';
import { useCreateAccessTokenMutation } from '../../base/session/user-api';

/** Creates a token for scripts that use the console API; it is shown only once. */
export function AccessTokenCard() {
  const { t } = useTranslation();
  const copy = useCopy();
  const [createAccessToken, { isLoading }] = useCreateAccessTokenMutation();
  const [token, setToken] = useState<string | null>(null);

  const create = async () => {
    const { data } = await createAccessToken();
    if (!data) return;
    setToken(data);
    copy(data, t('setting.access_token_copied'));
  };

  return (
    <Card className="draft-card">
      <H5>{t('setting.access_token')}</H5>
      <p className="muted">{t('setting.access_token_hint')}</p>
      {token !== null && (
        <p>
          <CopyText text={token} notice={t('personal.token_copied')}>
            <code className={Classes.CODE}>{token}</code>
          </CopyText>
        </p>
      )}
      <ConfirmButton
        intent={Intent.PRIMARY}
        loading={isLoading}
        text={t('setting.access_token_create')}
        question={t('setting.access_token_question')}
        warning={t('setting.access_token_warning')}
        onConfirm={() => void create()}
      />
    </Card>
  );
}
