import { Role, type RoleValue } from '@contracts';
import type { ParseKeys } from 'i18next';
import type { ComponentType } from 'react';
import { OperationTab } from './operation/OperationTab';
import { PersonalTab } from './personal/PersonalTab';

export interface SettingTab {
  /** Stands in the address as ?tab=. */
  readonly id: string;
  readonly label: ParseKeys;
  readonly role: RoleValue;
  readonly Panel: ComponentType;
}

/** One row per tab, in their order; the first one is shown when the address names none. */
export const settingTabs: readonly SettingTab[] = [
  { id: 'personal', label: 'setting.tab_personal', role: Role.User, Panel: PersonalTab },
  { id: 'operation', label: 'setting.tab_operation', role: Role.Admin, Panel: OperationTab },
];

/** The tabs a role sees. */
export const tabsFor = (role: RoleValue): readonly SettingTab[] => settingTabs.filter(tab => role >= tab.role);
