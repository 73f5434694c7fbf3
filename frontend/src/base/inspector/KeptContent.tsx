import { Button, Callout, Intent } from '@blueprintjs/core';
import { EyeOpen, Trash } from '@blueprintjs/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmButton } from '../../shared/dialog/ConfirmButton';
import { useAnnounce } from '../../shared/dialog/use-announce';
import { formatTime } from '../../shared/format/time';
import { LoadingLines } from '../../shared/display/states';
import { CallContent } from './CallContent';
import { useReadCallQuery, useRemoveCallMutation } from './inspector-api';
import '../../styles/inspector.css';

interface KeptContentProps {
  readonly requestId: string;
  /** Unix seconds. */
  readonly keptUntil: number;
  /** Whether the call is the reader's own; each reading of another's is noted in that user's log. */
  readonly isOwn: boolean;
}

/** The content as the server gives it, or why it does not. */
function OpenedContent({ requestId }: { readonly requestId: string }) {
  const { t } = useTranslation();
  const { data, error, isFetching, refetch } = useReadCallQuery(requestId);
  if (isFetching) return <LoadingLines />;
  if (data) return <CallContent call={data} />;
  const isGone = error !== undefined && 'status' in error && error.status === 404;
  return (
    <Callout compact intent={isGone ? Intent.NONE : Intent.DANGER}>
      <span className="cluster">
        {isGone ? t('inspector.gone') : error && 'message' in error ? error.message : t('common.load_failed')}
        {!isGone && <Button size="small" text={t('common.retry')} onClick={() => void refetch()} />}
      </span>
    </Callout>
  );
}

/** Says that the content of a call is kept and until when; reads it when the reader asks for it. */
export function KeptContent({ requestId, keptUntil, isOwn }: KeptContentProps) {
  const { t } = useTranslation();
  const announce = useAnnounce();
  const [removeCall, { isLoading }] = useRemoveCallMutation();
  const [isOpen, setOpen] = useState(false);
  const kept = t('inspector.kept_until', { time: formatTime(keptUntil) });
  return (
    <section className="inspect-kept">
      <strong>{t('inspector.content')}</strong>
      <p className="muted">
        {isOwn ? kept : t('common.sentences', { first: kept, second: t('inspector.reading_is_noted') })}
      </p>
      <div className="cluster">
        <Button
          icon={<EyeOpen />}
          text={isOpen ? t('inspector.hide') : t('inspector.show')}
          onClick={() => setOpen(current => !current)}
        />
        <ConfirmButton
          variant="minimal"
          intent={Intent.DANGER}
          icon={<Trash />}
          loading={isLoading}
          text={t('inspector.remove')}
          question={t('inspector.remove_question')}
          warning={t('inspector.remove_warning')}
          confirmLabel={t('common.delete')}
          onConfirm={() => void announce(removeCall(requestId))}
        />
      </div>
      {isOpen && <OpenedContent requestId={requestId} />}
    </section>
  );
}
