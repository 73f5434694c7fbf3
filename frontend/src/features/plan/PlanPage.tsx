import { H3, Tab, Tabs } from '@blueprintjs/core';
import { type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useIsAdmin } from '../../base/session/use-role';
import { PlanList } from './PlanList';
import { PlanShop } from './PlanShop';
import { SubscriberList } from './SubscriberList';

const PARTS = ['plans', 'subscribers', 'buy_tab'] as const;
type Part = (typeof PARTS)[number];

const panels: Readonly<Record<Part, () => JSX.Element>> = {
  plans: PlanList,
  subscribers: SubscriberList,
  buy_tab: PlanShop,
};

/** The page of the plans: what may be bought for everybody, and for administrators the plans and who has them. */
export function PlanPage() {
  const { t } = useTranslation();
  const isAdmin = useIsAdmin();
  const [parameters, setParameters] = useSearchParams();
  const part = PARTS.find(name => name === parameters.get('part')) ?? 'plans';
  const Panel = panels[part];
  return (
    <>
      <H3 className="page-title">{t('shell.plans')}</H3>
      <p className="muted">{t(isAdmin && part !== 'buy_tab' ? 'plan.intro' : 'plan.intro_own')}</p>
      {isAdmin ? (
        // An animated mark would stay in the wrong place when the tabs wrap into other lines.
        <Tabs
          id="plan"
          animate={false}
          selectedTabId={part}
          // Page and filters of one part do not apply to the others.
          onChange={name => setParameters(name === 'plans' ? {} : { part: String(name) })}
        >
          {PARTS.map(name => (
            <Tab key={name} id={name} title={t(`plan.${name}`)} panel={name === part ? <Panel /> : undefined} />
          ))}
        </Tabs>
      ) : (
        <PlanShop />
      )}
    </>
  );
}
