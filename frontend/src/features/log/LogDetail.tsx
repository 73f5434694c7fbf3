import type { LogEntry } from '@contracts';
import { useTranslation } from 'react-i18next';
import type { QuotaDisplay } from '../../shared/format/quota';
import { changeFacts, priceFacts, receiptFacts, routeFacts, type Fact } from './log-facts';
import { readOther } from './log-other';

function Facts({ title, facts }: { readonly title: string; readonly facts: readonly Fact[] }) {
  if (facts.length === 0) return null;
  return (
    <section>
      <strong>{title}</strong>
      <dl className="detail-list">
        {facts.map(({ label, value }) => (
          <div className="detail-pair" key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** What a log row tells when it is opened: its text, the change it reports, the price, the receipt and the way it took. */
export function LogDetail({ entry, display }: { readonly entry: LogEntry; readonly display: QuotaDisplay }) {
  const { t } = useTranslation();
  const other = readOther(entry.other);
  return (
    <div className="log-detail">
      {entry.content && (
        <section className="log-content">
          <strong>{t('log.content')}</strong>
          <p>{entry.content}</p>
        </section>
      )}
      <Facts title={t('log.change')} facts={changeFacts(other, t)} />
      <Facts title={t('log.price')} facts={priceFacts(other, t)} />
      <Facts title={t('log.receipt')} facts={receiptFacts(other, t, display)} />
      <Facts title={t('log.route')} facts={routeFacts(entry, other, t)} />
    </div>
  );
}
