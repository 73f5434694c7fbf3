import { Card, H5, H6, Tag } from '@blueprintjs/core';
import { type ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useStatus } from '../../../base/site/use-status';

/** One released version and its changes. */
interface Release {
  readonly version: string;
  readonly changes: readonly ParseKeys[];
}

/** The releases, newest first. */
const releases: readonly Release[] = [
  {
    version: '2.0.1',
    changes: ['about.v201_accounts', 'about.v201_wallet', 'about.v201_settings', 'about.v201_models'],
  },
  {
    version: '2.0.0',
    changes: ['about.v200_formats', 'about.v200_money', 'about.v200_routing', 'about.v200_console'],
  },
];

/** The settings tab about the product: what it is, what changed, and which version runs here. */
export function InfoTab() {
  const { t } = useTranslation();
  const { version } = useStatus();
  return (
    <>
      <Card className="draft-card">
        <H5>{t('about.project')}</H5>
        <p>{t('about.introduction')}</p>
        <p>{t('about.promise')}</p>
      </Card>
      <Card className="draft-card">
        <H5>{t('about.changelog')}</H5>
        {releases.map(({ version: released, changes }) => (
          <section key={released}>
            <H6>{released}</H6>
            <ol className="release-changes">
              {changes.map(change => (
                <li key={change}>{t(change)}</li>
              ))}
            </ol>
          </section>
        ))}
      </Card>
      <Card className="draft-card">
        <H5>{t('about.version')}</H5>
        <Tag minimal size="large">
          {version ?? t('common.unknown')}
        </Tag>
      </Card>
    </>
  );
}
