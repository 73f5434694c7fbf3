import { Button, Card, Classes, H5 } from '@blueprintjs/core';
import { Code, Refresh } from '@blueprintjs/icons';
import { TokenStatus, type TokenView } from '@contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useStatus } from '../../base/site/use-status';
import { useListTokensQuery } from '../../base/token-list-api';
import { formatQuota } from '../../shared/format/quota';
import { newRowAddress } from '../../shared/table/use-new-row';
import { KeyChangeDialog } from './KeyChangeDialog';
import { UseKey } from './use-key/UseKey';

const SHOWN = 5;

/** The newest own keys, each with what its owner needs to use it. */
export function OwnKeys() {
  const { t } = useTranslation();
  const display = useStatus();
  const { data, isError } = useListTokensQuery({ page: 1, size: SHOWN });
  const [used, setUsed] = useState<TokenView | null>(null);
  const [changing, setChanging] = useState<TokenView | null>(null);
  const keys = data?.rows.filter(({ status }) => status === TokenStatus.Enabled);
  return (
    <Card className="overview-card">
      <div className="chart-head">
        <H5>{t('token.title')}</H5>
        <Link to="/token">{t('token.all_own')}</Link>
      </div>
      {!keys && isError && <p className="muted">{t('common.load_failed')}</p>}
      {!keys && !isError && <div className={`rank-skeleton ${Classes.SKELETON}`} />}
      {keys?.length === 0 && (
        <>
          <p className="muted">{t('token.none_usable')}</p>
          <Link to={newRowAddress('/token')}>{t('token.add')}</Link>
        </>
      )}
      <ul className="own-keys">
        {keys?.map(token => (
          <li key={token.id}>
            <span className="own-key-name" title={token.name}>
              {token.name}
            </span>
            <span className="muted own-key-left">
              {token.unlimited_quota
                ? t('token.unlimited')
                : t('token.left', { quota: formatQuota(token.remain_quota, display) })}
            </span>
            <Button
              size="small"
              icon={<Code />}
              text={t('use_key.use')}
              aria-label={t('use_key.use_of', { name: token.name })}
              onClick={() => setUsed(token)}
            />
            <Button
              size="small"
              variant="minimal"
              icon={<Refresh />}
              title={t('token.replace')}
              aria-label={t('token.replace_title', { name: token.name })}
              onClick={() => setChanging(token)}
            />
          </li>
        ))}
      </ul>
      {used && <UseKey token={used} onClose={() => setUsed(null)} />}
      {changing && <KeyChangeDialog token={changing} onClose={() => setChanging(null)} />}
    </Card>
  );
}
