import { Callout, Intent } from '@blueprintjs/core';
import { EyeOpen } from '@blueprintjs/icons';
import { type InspectNotice } from '@contracts';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../shared/format/time';
import { useStatus } from '../site/use-status';
import { useGetNoticesQuery } from './inspector-api';
import '../../styles/inspector.css';

const ALL = 1000;

/** Tells users which of their calls are recorded, by whom and until when. Nothing is shown where none are. */
export function RecordingNotices({ nameOf }: { readonly nameOf: (tokenId: number) => string }) {
  const { t } = useTranslation();
  const { inspector } = useStatus();
  const { data } = useGetNoticesQuery(undefined, { skip: !inspector });
  if (!inspector || !data || data.notices.length === 0) return null;

  const sentence = (notice: InspectNotice): string => {
    const calls =
      notice.token_id === 0 ? t('inspector.notice_all') : t('inspector.notice_key', { key: nameOf(notice.token_id) });
    const which = notice.model_name === '' ? calls : t('inspector.notice_model', { calls, model: notice.model_name });
    const share = notice.per_mille >= ALL ? '' : t('inspector.notice_share', { share: notice.per_mille / 10 });
    const failures = notice.only_failures ? t('inspector.notice_failures') : '';
    const limits = [share, failures].filter(Boolean).join(t('common.between_names'));
    const subject = limits === '' ? which : t('inspector.notice_limits', { calls: which, limits });
    const time = formatTime(notice.expired_time);
    return notice.is_own
      ? t('inspector.notice_by_you', { calls: subject, time })
      : t('inspector.notice_by_site', { calls: subject, time });
  };

  return (
    <Callout className="block" compact intent={Intent.WARNING} icon={<EyeOpen />} title={t('inspector.notice_title')}>
      <ul className="inspect-notices">
        {data.notices.map((notice, at) => (
          <li key={at}>{sentence(notice)}</li>
        ))}
      </ul>
      <p className="muted">
        {t('common.sentences', {
          first: t('inspector.notice_kept', { count: data.retention_hours }),
          second: data.administrators_read ? t('inspector.notice_readers') : t('inspector.notice_root'),
        })}
      </p>
    </Callout>
  );
}
