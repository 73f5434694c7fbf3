import { Button, Classes, H3, H4, Intent } from '@blueprintjs/core';
import { useState, type ReactNode } from 'react';
import { showTheme, type Theme } from '../../base/appearance/theme';
import { ChartPatterns, StatPatterns } from './figure-patterns';
import { DrawerPatterns, FieldPatterns, SettingsPatterns } from './form-patterns';
import { ListPatterns, StatePatterns } from './list-patterns';
import { TokenPatterns } from './token-patterns';

interface PartProps {
  readonly title: string;
  readonly children: ReactNode;
}

function Part({ title, children }: PartProps) {
  return (
    <section aria-label={title} className="block">
      <H4>{title}</H4>
      {children}
    </section>
  );
}

function ThemeButton() {
  const [theme, setTheme] = useState<Theme>(document.body.classList.contains(Classes.DARK) ? 'dark' : 'light');
  const other = theme === 'dark' ? 'light' : 'dark';
  return (
    <Button
      intent={Intent.PRIMARY}
      text={`Show the ${other} theme`}
      onClick={() => {
        showTheme(other);
        setTheme(other);
      }}
    />
  );
}

/** Every pattern of a page in every state, for those who build pages. */
export function DesignPage() {
  return (
    <main className="shell-content">
      <H3 className="page-title">Page patterns</H3>
      <div className="toolbar">
        <ThemeButton />
      </div>
      <Part title="Tokens">
        <TokenPatterns />
      </Part>
      <Part title="List page">
        <ListPatterns />
      </Part>
      <Part title="Empty, error, loading">
        <StatePatterns />
      </Part>
      <Part title="Figures with a trend">
        <StatPatterns />
      </Part>
      <Part title="Chart card">
        <ChartPatterns />
      </Part>
      <Part title="Fields and steps of a form">
        <FieldPatterns />
      </Part>
      <Part title="Settings card">
        <SettingsPatterns />
      </Part>
      <Part title="Drawers">
        <DrawerPatterns />
      </Part>
    </main>
  );
}
