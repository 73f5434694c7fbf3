import { Card, H5, HTMLSelect } from '@blueprintjs/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { recentMonths } from '../../base/statement/months';
import { StatementFiles } from '../../base/statement/StatementFiles';

/** The own statements as files; the page of reports shows them. */
export function OwnStatements() {
  const { t } = useTranslation();
  const months = recentMonths();
  const [chosen, setChosen] = useState('');
  const month = chosen || (months[0] ?? '');
  return (
    <Card className="block">
      <div className="card-head">
        <H5>{t('statement.all')}</H5>
        <Link to={`/report?tab=statements&month=${month}`}>{t('statement.show')}</Link>
      </div>
      <div className="toolbar">
        <HTMLSelect
          aria-label={t('statement.month')}
          value={month}
          options={[...months]}
          onChange={event => setChosen(event.currentTarget.value)}
        />
        <StatementFiles of={{ userId: null, month }} />
      </div>
      <p className="muted">{t('statement.hint')}</p>
    </Card>
  );
}
