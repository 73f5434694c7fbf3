import { useState, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useStatus } from '../../base/site/use-status';
import { formatDuration } from '../../shared/format/duration';
import { formatQuota } from '../../shared/format/quota';
import { type ChatMessage } from './conversation';
import { useGetOwnCallQuery } from './playground-api';

/** A call is in the log a moment after its last byte. */
const ASK_AGAIN_MS = 1500;
const ASKS_MAX = 6;

/** The row of a call in the log, as soon as it is there. */
function useCall(requestId: string | undefined) {
  const [asks, setAsks] = useState(0);
  const { data, refetch, isUninitialized } = useGetOwnCallQuery(requestId ?? '', { skip: requestId === undefined });
  const isAwaited = !isUninitialized && data === null && asks < ASKS_MAX;
  useEffect(() => {
    if (!isAwaited) return undefined;
    const timer = setTimeout(() => {
      setAsks(asks + 1);
      void refetch();
    }, ASK_AGAIN_MS);
    return () => clearTimeout(timer);
  }, [isAwaited, asks, refetch]);
  return data ?? null;
}

/** Below an answer: who gave it, how long it took, its tokens, and what it cost. */
export function AnswerFacts({ message }: { readonly message: ChatMessage }) {
  const { t, i18n } = useTranslation();
  const display = useStatus();
  const { model, createAt, endedAt, requestId, status } = message;
  const call = useCall(status === 'complete' ? requestId : undefined);
  if (model === undefined) return null;
  return (
    <p className="answer-facts muted">
      <span translate="no">{model}</span>
      {endedAt !== undefined && <span>{formatDuration(endedAt - createAt, i18n.language)}</span>}
      {call && (
        <>
          <span>{t('playground.tokens', { input: call.prompt_tokens, output: call.completion_tokens })}</span>
          <Link to={`/log?request_id=${encodeURIComponent(call.request_id)}&start=0&end=0`}>
            {formatQuota(call.quota, display)}
          </Link>
        </>
      )}
    </p>
  );
}
