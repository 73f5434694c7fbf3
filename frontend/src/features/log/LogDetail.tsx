import { Button } from '@blueprintjs/core';
import { Repeat } from '@blueprintjs/icons';
import { type LogEntry } from '@contracts';
import { KeptContent } from '../../base/inspector/KeptContent';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useAppSelector } from '../../base/store-hooks';
import { FactList } from '../../shared/display/FactList';
import { type QuotaDisplay } from '../../shared/format/quota';
import { changeFacts, costFacts, failureFacts, priceFacts, receiptFacts, routeFacts, type Fact } from './log-facts';
import { readOther } from '../../shared/log/log-other';
import { LogText } from '../../shared/log/LogText';
import { isReplayable, replayAddress } from './replay-address';

function Facts({ title, facts }: { readonly title: string; readonly facts: readonly Fact[] }) {
  if (facts.length === 0) return null;
  return (
    <section>
      <strong>{title}</strong>
      <FactList facts={facts} />
    </section>
  );
}

/** Opens the playground with the settings of the call. */
function ReplayButton({ entry }: { readonly entry: LogEntry }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const userId = useAppSelector(state => state.session.user?.id ?? 0);
  return (
    <section>
      <Button
        icon={<Repeat />}
        text={t('log.replay')}
        title={t('log.replay_hint')}
        onClick={() => void navigate(replayAddress(entry, userId))}
      />
    </section>
  );
}

interface LogDetailProps {
  readonly entry: LogEntry;
  readonly display: QuotaDisplay;
  /** Until when the content of the call is kept, in Unix seconds; undefined where it is not. */
  readonly keptUntil: number | undefined;
}

/**
 * The contents of an opened log row: its text, the change it reports, the price, the receipt and the route of the call.
 */
export function LogDetail({ entry, display, keptUntil }: LogDetailProps) {
  const { t } = useTranslation();
  const ownId = useAppSelector(state => state.session.user?.id ?? 0);
  const other = readOther(entry.other);
  return (
    <div className="log-detail">
      {entry.content && (
        <section className="log-content">
          <strong>{t('log.content')}</strong>
          <p>
            <LogText entry={entry} />
          </p>
        </section>
      )}
      <Facts title={t('log.change')} facts={changeFacts(other, t)} />
      <Facts title={t('log.type_5')} facts={failureFacts(other, t)} />
      <Facts title={t('log.price')} facts={priceFacts(other, t)} />
      <Facts title={t('log.receipt')} facts={receiptFacts(other, t, display)} />
      <Facts title={t('log.cost_title')} facts={costFacts(entry, t, display)} />
      <Facts title={t('log.route')} facts={routeFacts(entry, other, t)} />
      {isReplayable(entry) && <ReplayButton entry={entry} />}
      {keptUntil !== undefined && (
        <KeptContent requestId={entry.request_id} keptUntil={keptUntil} isOwn={entry.user_id === ownId} />
      )}
    </div>
  );
}
