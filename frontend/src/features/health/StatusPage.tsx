import { Card, H3, Intent, Tag } from '@blueprintjs/core';
import { type PublicModelHealth, type PublicModelState } from '@contracts';
import { useTranslation } from 'react-i18next';
import { useGetStatusQuery } from '../../base/site/site-api';
import { useStatus } from '../../base/site/use-status';
import { EmptyState, ErrorState, LoadingLines } from '../../shared/display/states';
import { formatTime } from '../../shared/format/time';
import { useRepeated } from '../../shared/timing/use-repeated';
import { useGetPublicHealthQuery } from './health-api';
import { successText, rateIntent } from '../../base/health/SuccessBar';
import '../../styles/health.css';

const READ_AGAIN_MINUTES = 1;

const intents: Readonly<Record<PublicModelState, Intent>> = {
  operational: Intent.SUCCESS,
  degraded: Intent.WARNING,
  down: Intent.DANGER,
};

/** The last 24 hours as bars, whose colour is the share of answered calls. */
function Hours({ model, hours }: Pick<PublicModelHealth, 'model' | 'hours'>) {
  const { t, i18n } = useTranslation();
  return (
    <span className="status-hours" role="img" aria-label={t('health.hours_of', { model })}>
      {hours.map((rate, place) => {
        const text = rate === null ? t('health.no_calls') : successText(rate, i18n.language);
        const title = t('health.hours_ago', { hours: hours.length - 1 - place, text });
        const tone = rate === null ? 'none' : rateIntent(rate);
        return <span key={place} className={`status-hour status-hour-${tone}`} title={title} />;
      })}
    </span>
  );
}

function ModelRow({ model, state, success_rate: rate, hours }: PublicModelHealth) {
  const { t, i18n } = useTranslation();
  return (
    <li className="status-model">
      <span className="status-name">{model}</span>
      <Hours model={model} hours={hours} />
      <span className="status-rate muted">
        {rate === null ? t('health.no_calls') : t('health.last_hour', { rate: successText(rate, i18n.language) })}
      </span>
      <Tag minimal intent={intents[state]}>
        {t(`health.model_${state}`)}
      </Tag>
    </li>
  );
}

function Models({ models }: { readonly models: readonly PublicModelHealth[] }) {
  const { t } = useTranslation();
  if (models.length === 0) return <EmptyState text={t('health.no_models')} />;
  const worst = (['down', 'degraded'] as const).find(state => models.some(model => model.state === state));
  return (
    <>
      <Tag large minimal className="block" intent={intents[worst ?? 'operational']}>
        {t(`health.all_${worst ?? 'operational'}`)}
      </Tag>
      <Card>
        <ul className="status-models" aria-label={t('shell.status')}>
          {models.map(model => (
            <ModelRow key={model.model} {...model} />
          ))}
        </ul>
      </Card>
    </>
  );
}

/** How the models are served, for everybody, while the operator shows it. */
export function StatusPage() {
  const { t } = useTranslation();
  const { isLoading } = useGetStatusQuery();
  const { status_page: isOn } = useStatus();
  const { data, isError, refetch } = useGetPublicHealthQuery(undefined, { skip: !isOn });
  useRepeated(() => void refetch(), isOn ? READ_AGAIN_MINUTES : null);
  const body = () => {
    if (!isOn && !isLoading) {
      return <EmptyState text={t('health.status_off')} />;
    }
    if (data) return <Models models={data.models} />;
    if (!isError) return <LoadingLines />;
    return <ErrorState onRetry={() => void refetch()} />;
  };
  return (
    <>
      <H3 className="page-title">{t('shell.status')}</H3>
      {data && <p className="muted">{t('health.updated', { time: formatTime(data.updated_at) })}</p>}
      {body()}
    </>
  );
}
