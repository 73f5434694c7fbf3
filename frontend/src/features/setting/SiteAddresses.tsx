import { Classes } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import { CopyText } from '../../shared/copy/CopyText';
import { type OptionCardRow } from './option-card';

interface SiteAddressesProps {
  readonly rows: NonNullable<OptionCardRow['addresses']>;
  /** The saved public address; empty when there is none. */
  readonly serverAddress: string;
}

/** Addresses of this site that must be entered at another service; without a public address, those of this page. */
export function SiteAddresses({ rows, serverAddress }: SiteAddressesProps) {
  const { t } = useTranslation();
  const base = serverAddress || window.location.origin;
  return (
    <div className="site-addresses">
      <dl className="detail-list">
        {rows.map(({ label, path }) => (
          <div className="detail-pair" key={path}>
            <dt>{t(label)}</dt>
            <dd>
              <CopyText text={base + path}>
                <code className={Classes.CODE}>{base + path}</code>
              </CopyText>
            </dd>
          </div>
        ))}
      </dl>
      {serverAddress === '' && <p className="muted">{t('setting.address_missing')}</p>}
    </div>
  );
}
