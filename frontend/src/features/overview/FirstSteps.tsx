import { Card, H4 } from '@blueprintjs/core';
import { Circle, TickCircle } from '@blueprintjs/icons';
import { type FirstSteps as Steps } from '@contracts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useStatus } from '../../base/site/use-status';

const addresses = {
  password: '/setting?tab=personal',
  channel: '/channel/add',
  price: '/setting?tab=operation',
  key: '/token?new=true',
  call: '/playground',
} as const;

const order = ['password', 'channel', 'price', 'key', 'call'] as const;

/** What a new site needs until its first call. It ticks itself, and is gone when all is done. */
export function FirstSteps({ steps }: { readonly steps: Steps }) {
  const { t } = useTranslation();
  const { default_password: hasDefaultPassword } = useStatus();
  const done = { ...steps, password: hasDefaultPassword !== true };
  const count = order.filter(step => done[step]).length;
  if (count === order.length) return null;
  return (
    <Card className="overview-card block">
      <div className="chart-head">
        <H4>{t('overview.first_steps')}</H4>
        <span className="muted">{t('overview.steps_done', { done: count, all: order.length })}</span>
      </div>
      <ol className="first-steps">
        {order.map(step => (
          <li key={step} className={done[step] ? 'first-step-done' : undefined}>
            {done[step] ? (
              <TickCircle title={t('overview.step_done')} className="first-step-tick" />
            ) : (
              <Circle title={t('overview.step_open')} />
            )}
            {done[step] ? (
              <span>{t(`overview.step_${step}`)}</span>
            ) : (
              <Link to={addresses[step]}>{t(`overview.step_${step}`)}</Link>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}
