import { Button, Callout, Intent } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { type Replay } from './use-replay';

/** Says which settings were taken from a call in the log, and which were not. */
export function ReplayNotice({ replay: { remarks, dismiss } }: { readonly replay: Replay }) {
  const { t } = useTranslation();
  if (remarks.length === 0) return null;
  return (
    <Callout className="replay-notice" intent={Intent.PRIMARY} title={t('playground.replay_title')} role="status">
      <Button
        className="replay-close"
        variant="minimal"
        size="small"
        icon={<Cross />}
        aria-label={t('playground.replay_close')}
        onClick={dismiss}
      />
      {remarks.map(remark => (
        <p key={remark}>{remark}</p>
      ))}
    </Callout>
  );
}
