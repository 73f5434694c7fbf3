import { H3, Tab, Tabs } from '@blueprintjs/core';
import { type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { AlertList } from './AlertList';
import { ReceiverList } from './ReceiverList';
import { RuleList } from './RuleList';
import '../../styles/alert.css';

const PARTS = ['alerts', 'rules', 'receivers'] as const;
type Part = (typeof PARTS)[number];

const panels: Readonly<Record<Part, () => JSX.Element>> = {
  alerts: AlertList,
  rules: RuleList,
  receivers: ReceiverList,
};

/** What fires, the rules behind it, and who is told; the part that is shown is in the address. */
export function AlertPage() {
  const { t } = useTranslation();
  const [parameters, setParameters] = useSearchParams();
  const part = PARTS.find(name => name === parameters.get('tab')) ?? 'alerts';
  const Panel = panels[part];
  return (
    <>
      <H3 className="page-title">{t('shell.alerts')}</H3>
      <p className="muted">{t('alert.intro')}</p>
      {/* An animated mark would stay in the wrong place when the tabs wrap into other lines. */}
      <Tabs id="alerts" animate={false} selectedTabId={part} onChange={tab => setParameters({ tab: String(tab) })}>
        {PARTS.map(name => (
          <Tab key={name} id={name} title={t(`alert.tab_${name}`)} panel={name === part ? <Panel /> : undefined} />
        ))}
      </Tabs>
    </>
  );
}
