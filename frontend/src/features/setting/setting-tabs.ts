import { Role, type RoleValue } from '@contracts';
import { type ParseKeys } from 'i18next';
import { lazy, type ComponentType } from 'react';
import { OperationTab } from './operation/OperationTab';

interface SettingTab {
  /** The value of ?tab= in the address. */
  readonly id: string;
  readonly label: ParseKeys;
  readonly role: RoleValue;
  /** The component of the tab; null for the own account, which is another feature and is passed to the page. */
  readonly Panel: ComponentType | null;
}

/** A panel that is loaded when it is first opened, since most visitors open only their own account. */
function later(load: () => Promise<ComponentType>): ComponentType {
  return lazy(async () => ({ default: await load() }));
}

/** One row per tab, in their order; the first one is shown when the address names none. */
const settingTabs: readonly SettingTab[] = [
  { id: 'personal', label: 'setting.tab_personal', role: Role.User, Panel: null },
  { id: 'operation', label: 'setting.tab_operation', role: Role.Admin, Panel: OperationTab },
  {
    id: 'system',
    label: 'setting.tab_system',
    role: Role.Admin,
    Panel: later(async () => (await import('./system/SystemTab')).SystemTab),
  },
  {
    id: 'other',
    label: 'setting.tab_other',
    role: Role.Admin,
    Panel: later(async () => (await import('./other/OtherTab')).OtherTab),
  },
  {
    id: 'group',
    label: 'setting.tab_group',
    role: Role.Admin,
    Panel: later(async () => (await import('./group/GroupTab')).GroupTab),
  },
  {
    id: 'model',
    label: 'setting.tab_model',
    role: Role.Admin,
    Panel: later(async () => (await import('./model/ModelTab')).ModelTab),
  },
  {
    id: 'inspector',
    label: 'inspector.title',
    role: Role.Root,
    Panel: later(async () => (await import('./inspector/InspectorTab')).InspectorTab),
  },
  {
    id: 'backup',
    label: 'setting.tab_backup',
    role: Role.Root,
    Panel: later(async () => (await import('./backup/BackupTab')).BackupTab),
  },
  {
    id: 'move_in',
    label: 'move_in.tab',
    role: Role.Root,
    Panel: later(async () => (await import('./move-in/MoveInTab')).MoveInTab),
  },
  {
    id: 'storage',
    label: 'storage.tab',
    role: Role.Root,
    Panel: later(async () => (await import('./storage/StorageTab')).StorageTab),
  },
  {
    id: 'maxapi',
    label: 'setting.tab_info',
    role: Role.Admin,
    Panel: later(async () => (await import('./info/InfoTab')).InfoTab),
  },
];

/** The tabs that a role sees. */
export function tabsFor(role: RoleValue): readonly SettingTab[] {
  return settingTabs.filter(tab => role >= tab.role);
}
