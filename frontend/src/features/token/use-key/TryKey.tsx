import { Button, Callout, Intent } from '@blueprintjs/core';
import { Play } from '@blueprintjs/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formatSeconds } from '../../../shared/format/duration';
import { tryKey, type TriedCall } from './try-key';

const HTTP_OK = 200;

function Outcome({ call }: { readonly call: TriedCall }) {
  const { t, i18n } = useTranslation();
  const isServed = call.status === HTTP_OK;
  const title = isServed
    ? t('use_key.served', {
        time: formatSeconds(call.ms, i18n.language),
        prompt: call.promptTokens,
        completion: call.completionTokens,
      })
    : t(call.status === 0 ? 'shell.no_answer' : 'use_key.refused', { status: call.status });
  return (
    <Callout className="use-key-outcome" intent={isServed ? Intent.SUCCESS : Intent.DANGER} title={title} compact>
      {call.text && <p lang="">{call.text}</p>}
      {call.requestId && (
        <Link to={`/log?request_id=${encodeURIComponent(call.requestId)}&start=0&end=0`}>{t('use_key.show_log')}</Link>
      )}
    </Callout>
  );
}

/** Sends a small call with the key, and shows what came of it. */
export function TryKey({ keyText, model }: { readonly keyText: string; readonly model: string }) {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const [call, setCall] = useState<TriedCall | null>(null);
  const run = async () => {
    setBusy(true);
    setCall(await tryKey(keyText, model));
    setBusy(false);
  };
  return (
    <div aria-live="polite">
      <Button
        intent={Intent.PRIMARY}
        icon={<Play />}
        text={t('use_key.try')}
        title={t('use_key.try_hint')}
        loading={isBusy}
        disabled={model === ''}
        onClick={() => void run()}
      />
      {call && <Outcome call={call} />}
    </div>
  );
}
