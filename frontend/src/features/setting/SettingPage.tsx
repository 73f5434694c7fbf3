import { H3, Tab, Tabs } from '@blueprintjs/core';
import { Role } from '@contracts';
import { Suspense, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useRole } from '../../base/session/use-role';
import { LoadingLines } from '../../shared/display/states';
import { tabsFor } from './setting-tabs';
import '../../styles/setting.css';

const FIRST_TAB = 'personal';

/** The own account for every user, and the settings of the site for administrators; the tab is part of the address. */
export function SettingPage({ account }: { readonly account: ReactNode }) {
  const { t } = useTranslation();
  const role = useRole();
  const [parameters, setParameters] = useSearchParams();
  const tabs = tabsFor(role);
  const asked = parameters.get('tab') ?? FIRST_TAB;
  const selected = tabs.some(({ id }) => id === asked) ? asked : FIRST_TAB;
  // A tab that was opened stays mounted, so that a visit to another tab does not lose typed text.
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set([selected]));
  if (!opened.has(selected)) setOpened(new Set([...opened, selected]));

  const loading = <LoadingLines />;
  return (
    <>
      <H3 className="page-title">{role >= Role.Admin ? t('shell.settings') : t('shell.personal_center')}</H3>
      <div className="setting-tabs">
        {/* An animated mark would stay in the wrong place when the tabs wrap into other lines. */}
        <Tabs
          id="settings"
          animate={false}
          selectedTabId={selected}
          onChange={tab => setParameters({ tab: String(tab) })}
        >
          {tabs.map(({ id, label, Panel }) => (
            <Tab
              key={id}
              id={id}
              title={t(label)}
              panel={opened.has(id) ? <Suspense fallback={loading}>{Panel ? <Panel /> : account}</Suspense> : undefined}
            />
          ))}
        </Tabs>
      </div>
    </>
  );
}
