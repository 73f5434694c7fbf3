import { Role, type RoleValue } from '@contracts';
import { type ParseKeys } from 'i18next';
import { inspectorCards } from './inspector/inspector-cards';
import { backupCards } from './backup/backup-cards';
import { operationCards } from './operation/operation-cards';
import { type OptionCardRow } from './option-card';
import { businessCards, contentCards, dataExportCard, filterCards, logCard } from './other/other-cards';
import { paymentCards, stripeCard } from './payment/payment-cards';
import { retentionCards } from './storage/storage-cards';
import { providerCards } from './system/provider-cards';
import { loginCards, mailCard, siteCards } from './system/site-cards';

/** A card that an address can open: its tab and its id. */
interface SettingCardRow {
  readonly tab: string;
  readonly id: string;
  readonly title: ParseKeys;
  readonly role: RoleValue;
  /** The labels inside the card, by which it can be found too. */
  readonly labels: readonly ParseKeys[];
}

function labelsOf({ description, fields, switches = [] }: OptionCardRow): readonly ParseKeys[] {
  return [...(description ? [description] : []), ...[...switches, ...fields].map(({ label }) => label)];
}

function optionCards(
  tab: string,
  cards: readonly OptionCardRow[],
  role: RoleValue = Role.Admin,
): readonly SettingCardRow[] {
  return cards.map(card => ({ tab, id: card.id, title: card.title, role, labels: labelsOf(card) }));
}

function ownCard(id: string, title: ParseKeys): SettingCardRow {
  return {
    tab: 'personal',
    id,
    title,
    role: Role.User,
    labels: [],
  };
}

/** Every settings card that an address can open, in the order of the tabs. */
export const settingCards: readonly SettingCardRow[] = [
  ownCard('account', 'setting.account'),
  ownCard('invitations', 'wallet.invite_title'),
  ownCard('bindings', 'personal.bindings'),
  ownCard('passkeys', 'personal.passkeys'),
  ownCard('models', 'personal.models'),
  ownCard('password', 'setting.password_title'),
  ownCard('authenticator', 'personal.totp'),
  ownCard('access-token', 'setting.access_token'),
  ownCard('sessions', 'personal.sessions'),
  ownCard('delete', 'personal.delete'),
  ...optionCards('operation', operationCards),
  {
    tab: 'operation',
    id: 'ratio',
    title: 'setting.ratio',
    role: Role.Admin,
    labels: ['setting.model_ratio', 'setting.model_price', 'setting.completion_ratio', 'setting.cache_ratio'],
  },
  ...optionCards('system', [...siteCards, ...paymentCards, stripeCard, ...loginCards, mailCard, ...providerCards]),
  {
    tab: 'system',
    id: 'domain-rules',
    title: 'joining.domain_rules',
    role: Role.Admin,
    labels: ['joining.domain', 'joining.group'],
  },
  {
    tab: 'system',
    id: 'claim-rules',
    title: 'joining.claim_rules',
    role: Role.Admin,
    labels: ['joining.claim', 'joining.take_back'],
  },
  ...optionCards('other', [...contentCards, ...businessCards, ...filterCards, logCard, dataExportCard]),
  ...optionCards('inspector', inspectorCards, Role.Root),
  ...optionCards('backup', backupCards, Role.Root),
  ...optionCards('storage', retentionCards, Role.Root),
];

export function settingAddress(tab: string, card?: string): string {
  return `/setting?tab=${tab}${card === undefined ? '' : `&card=${card}`}`;
}
