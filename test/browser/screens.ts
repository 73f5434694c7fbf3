import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Locator, type Page } from 'playwright-core';
import { type Words } from './console-reader';
import { QUESTION } from './seeded-facts';
import { type Reader } from './seeded-site';

/** A part of a page that must be opened first: a drawer, a dialog, a tab, an expanded row. */
export interface Scene {
  readonly name: string;
  /** Opens the part on the settled page. */
  readonly open: (page: Page, words: Words) => Promise<void>;
  /** The address; by default that of the page. */
  readonly address?: string;
  /** The readers; by default the one who sees most of the page, which is the last of its readers. */
  readonly readers?: readonly Reader[];
}

export interface Screen {
  /** The path as in the routes. */
  readonly path: string;
  /** The address with what the page needs besides its path; by default the path alone. */
  readonly address?: string;
  /** The readers; by default all whose role is high enough. */
  readonly readers?: readonly Reader[];
  readonly scenes?: readonly Scene[];
}

function button(page: Page, name: string | RegExp): Locator {
  return page.getByRole('button', { name, exact: typeof name === 'string' }).first();
}

/** Matches the start of a sentence with a name in it, or its end where the name comes first. */
function sentence(text: string): RegExp {
  const parts = text.split(/\{\{\w+\}\}/).map(part => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.+')}$`);
}

function press(choose: (words: Words) => string): Scene['open'] {
  return (page, words) => button(page, sentence(choose(words))).click();
}

/** As {@link press}, for a dialog whose script comes with the press. */
function pressForDialog(choose: (words: Words) => string): Scene['open'] {
  return async (page, words) => {
    await button(page, sentence(choose(words))).click();
    await page.locator('.bp6-dialog').waitFor();
  };
}

function openTab(choose: (words: Words) => string): Scene['open'] {
  return (page, words) => page.getByRole('tab', { name: choose(words), exact: true }).click();
}

const ALERT: readonly Scene[] = [
  { name: 'rules', address: '/alert?tab=rules', open: () => Promise.resolve() },
  { name: 'new rule', address: '/alert?tab=rules', open: press(words => words.alert.add_rule) },
  { name: 'receivers', address: '/alert?tab=receivers', open: () => Promise.resolve() },
  { name: 'new receiver', address: '/alert?tab=receivers', open: press(words => words.alert.add_receiver) },
  { name: 'receiver form', address: '/alert?tab=receivers', open: press(words => words.alert.edit_of) },
  { name: 'no alert fits', address: '/alert?state=ended&kind=ledger', open: () => Promise.resolve() },
];

/** Scenes of the frame that surrounds every page. */
const FRAME: readonly Scene[] = [
  { name: 'announcement', open: press(words => words.shell.notice) },
  {
    name: 'check-in',
    readers: ['guest', 'root'],
    open: async (page, words) => {
      await button(page, words.shell.contact_and_check_in).click();
      await button(page, words.shell.check_in).click();
      await page.locator('.bp6-dialog').waitFor();
    },
  },
  { name: 'contact', open: press(words => words.shell.contact_and_check_in) },
  { name: 'user menu', open: press(words => words.shell.user_menu) },
];

const OVERVIEW: readonly Scene[] = [
  { name: 'a month', address: '/overview?range=30d', open: () => Promise.resolve() },
  {
    name: 'use a key',
    readers: ['ann'],
    open: pressForDialog(words => words.use_key.use_of),
  },
];

const TOKEN: readonly Scene[] = [
  { name: 'new token', open: press(words => words.token.add) },
  {
    name: 'token form with limits and faults',
    open: async (page, words) => {
      await button(page, words.common.edit).click();
      const form = page.locator('.drawer-form');
      for (const label of [words.token.model_limits, words.token.rate_limit]) {
        const box = form.getByLabel(label, { exact: true });
        if (!(await box.isChecked())) await box.check({ force: true });
      }
    },
  },
  { name: 'use of a key', open: pressForDialog(words => words.use_key.use_of) },
  {
    name: 'key that is replaced',
    open: (page, words) => page.getByTitle(words.token.replace, { exact: true }).first().click(),
  },
  { name: 'keys of everybody', open: openTab(words => words.token.all_keys) },
  { name: 'limits of somebody’s key', address: '/token?tab=all', open: press(words => words.token.limit) },
  {
    name: 'leaked key that was replaced',
    open: async (page, words) => {
      await page.getByTitle(words.token.replace, { exact: true }).first().click();
      await page.getByLabel(words.token.leaked).check({ force: true });
      await page.locator('form').getByRole('button', { name: words.token.replace }).click();
    },
  },
  { name: 'question before a deletion', open: press(words => words.common.delete) },
  { name: 'debug document', open: openTab(words => words.token.document) },
];

const CHANNEL: readonly Scene[] = [
  { name: 'new channel', open: press(words => words.channel.add) },
  { name: 'channel form', open: press(words => words.channel.edit_title) },
  { name: 'models to test', open: press(words => words.channel.test_with) },
  { name: 'question before all are tested', open: press(words => words.channel.test_all) },
  { name: 'more about a channel', open: press(words => words.common.more) },
  {
    name: 'batch mode',
    open: (page, words) => page.getByLabel(words.channel.batch_mode).check({ force: true }),
  },
];

const LOG: readonly Scene[] = [
  { name: 'columns', open: press(words => words.common.columns) },
  { name: 'receipt', address: '/log?type=2&start=0', open: press(words => words.common.show_details) },
  {
    name: 'failed call',
    address: '/log?type=5&start=0',
    open: press(words => words.common.show_details),
  },
  {
    name: 'content of a call',
    readers: ['ann'],
    address: '/log?type=2&start=0',
    open: async (page, words) => {
      await button(page, words.common.show_details).click();
      await button(page, words.inspector.show).click();
      await page.locator('.inspect-call').waitFor();
    },
  },
  {
    name: 'user of a row',
    open: page =>
      page
        .locator('td button.bp6-minimal')
        .filter({ hasText: /^(ann|root)$/ })
        .first()
        .click(),
  },
];

const DRAWING: readonly Scene[] = [{ name: 'drawing', open: press(words => words.common.show_details) }];

const TASK: readonly Scene[] = [
  { name: 'words', address: '/task?start=0&action=LYRICS', open: press(words => words.task.details_of) },
  { name: 'video', address: '/task?start=0&platform=openai', open: press(words => words.task.details_of) },
];

const WALLET: readonly Scene[] = [
  {
    name: 'payment',
    open: async (page, words) => button(page, words.wallet.method_zfb).click(),
  },
  { name: 'orders of all', open: openTab(words => words.wallet.all_orders) },
];

const SETTING: readonly Scene[] = [
  { name: 'bind an address', open: (page, words) => button(page, new RegExp(words.personal.email)).click() },
  { name: 'second factor', open: press(words => words.personal.totp_setup) },
  { name: 'end of the account', readers: ['ann'], open: press(words => words.personal.delete) },
  {
    name: 'import of manufacturers',
    address: '/setting?tab=model',
    open: press(words => words.manufacturer.import),
  },
  {
    name: 'editor of a description',
    address: '/setting?tab=model',
    open: press(words => words.manufacturer.description_edit),
  },
  {
    name: 'move in from an address',
    address: '/setting?tab=move_in',
    open: (page, words) => page.getByText(words.move_in.from_address, { exact: true }).click(),
  },
  { name: 'new inspect rule', address: '/setting?tab=inspector', open: press(words => words.inspector.rule_add) },
  {
    name: 'recorded call',
    address: '/setting?tab=inspector',
    open: async (page, words) => {
      await button(page, words.common.show_details).click();
      await button(page, words.inspector.show).click();
      await page.locator('.inspect-call').waitFor();
    },
  },
];

/** Every page of the console, with the parts that can be opened on it. A route that is missing here fails the spec. */
export const SCREENS: readonly Screen[] = [
  { path: '/', scenes: FRAME },
  { path: '/overview', readers: ['newcomer', 'ann', 'root'], scenes: OVERVIEW },
  { path: '/login', readers: ['guest'] },
  { path: '/register', address: '/register?aff=ab12', readers: ['guest'] },
  { path: '/reset', readers: ['guest'] },
  { path: '/user/reset', address: '/user/reset?email=ann%40example.org&token=abc', readers: ['guest'] },
  // A user who returns from a provider sees these pages for a moment; with a refusal in the address they show it and
  // leave.
  ...['/oauth/github', '/oauth/linuxdo', '/oauth/oidc', '/oauth/telegram'].map((path): Screen => ({
    path,
    address: `${path}?error=1&error_description=access_denied&state=x`,
    readers: ['guest'],
  })),
  {
    path: '/playground',
    scenes: [
      {
        name: 'conversation',
        open: async (page, words) => {
          await page.getByLabel(words.playground.message, { exact: true }).fill(QUESTION);
          await button(page, words.playground.send).click();
          await page.getByRole('table').first().waitFor();
          await page.getByText('client.responses.create').waitFor();
        },
      },
    ],
  },
  { path: '/token', scenes: TOKEN },
  { path: '/channel', scenes: CHANNEL },
  { path: '/health', scenes: [{ name: 'models of a channel', open: press(words => words.common.show_details) }] },
  {
    path: '/prices',
    scenes: [
      { name: 'ratios', open: (page, words) => page.getByText(words.prices.view_ratio, { exact: true }).click() },
      { name: 'paste', open: press(words => words.prices.paste) },
      { name: 'lists', open: press(words => words.prices.compare) },
      { name: 'versions', open: press(words => words.prices.versions) },
      {
        name: 'tiers, hours and groups',
        address: '/prices?keyword=gemini-2.5-pro',
        open: async (page, words) => {
          await page.locator('.price-rule-button').first().click();
          await page.getByRole('dialog').getByText(words.price_rules.typical, { exact: true }).waitFor();
        },
      },
      { name: 'no model fits', address: '/prices?keyword=nothing-like-it', open: () => Promise.resolve() },
    ],
  },
  { path: '/alert', scenes: ALERT },
  { path: '/topup', scenes: WALLET },
  {
    path: '/budget',
    scenes: [
      { name: 'new budget', open: press(words => words.budget.add), readers: ['root'] },
      { name: 'no budget fits', address: '/budget?scope=team', open: () => Promise.resolve(), readers: ['root'] },
    ],
  },
  {
    path: '/plan',
    scenes: [
      { name: 'new plan', open: press(words => words.plan.add), readers: ['root'] },
      { name: 'subscribers', open: openTab(words => words.plan.subscribers), readers: ['root'] },
      {
        name: 'give a plan',
        address: '/plan?part=subscribers',
        open: press(words => words.plan.give),
        readers: ['root'],
      },
      { name: 'buy', open: openTab(words => words.plan.buy_tab), readers: ['root'] },
      { name: 'change', open: press(words => words.plan.change), readers: ['ann'] },
    ],
  },
  {
    path: '/team',
    scenes: [
      { name: 'new team', open: press(words => words.team.create) },
      { name: 'all teams', address: '/team?of=all', open: () => Promise.resolve(), readers: ['root'] },
      ...['members', 'keys', 'usage', 'log', 'invitations', 'statements'].map(tab => ({
        name: tab,
        address: `/team/1?tab=${tab}`,
        open: () => Promise.resolve(),
      })),
      { name: 'money', address: '/team/1', open: press(words => words.team.money) },
      { name: 'name and limits', address: '/team/1', open: press(words => words.team.edit) },
      { name: 'cap', address: '/team/1', open: press(words => words.team.set_cap) },
      { name: 'invitation', address: '/team/1?tab=invitations', open: press(words => words.team.invite) },
      { name: 'invitation that is gone', address: '/team/join/unknown', open: () => Promise.resolve() },
    ],
  },
  {
    path: '/registration',
    scenes: [
      { name: 'new registration codes', open: press(words => words.joining.add) },
      {
        name: 'no registration code fits',
        address: '/registration?keyword=nothing-like-it',
        open: () => Promise.resolve(),
      },
    ],
  },
  {
    path: '/redemption',
    scenes: [
      { name: 'new codes', open: press(words => words.redemption.add) },
      { name: 'no code fits', address: '/redemption?keyword=nothing-like-it', open: () => Promise.resolve() },
    ],
  },
  {
    path: '/user',
    scenes: [
      { name: 'new user', address: '/user/edit', open: () => Promise.resolve() },
      { name: 'user form', open: press(words => words.user.edit_of) },
      { name: 'more quota', open: press(words => words.user.quota_of) },
      { name: 'more about a user', open: press(words => words.user.more_of) },
      { name: 'nobody fits', address: '/user?keyword=nothing-like-it', open: () => Promise.resolve() },
    ],
  },
  {
    path: '/pricing',
    scenes: [
      {
        name: 'ratios',
        open: (page, words) => page.getByLabel(words.pricing.show_ratios).check({ force: true }),
      },
      { name: 'no model fits', address: '/pricing?keyword=nothing-like-it', open: () => Promise.resolve() },
    ],
  },
  { path: '/status' },
  { path: '/monitor' },
  { path: '/about' },
  { path: '/chat' },
  { path: '/log', scenes: LOG },
  { path: '/detail', address: '/detail?time=day' },
  {
    path: '/report',
    scenes: [
      { name: 'by model', address: '/report?by=model', open: () => Promise.resolve() },
      { name: 'statement', address: '/report?tab=statements', open: () => Promise.resolve() },
      { name: 'bill', address: '/report?tab=bills', open: () => Promise.resolve() },
    ],
  },
  {
    path: '/reach',
    scenes: [
      {
        name: 'models of a key',
        open: async page => {
          const keys = page.locator('main select').first();
          await keys.selectOption({ label: await keys.locator('option').last().innerText() });
        },
      },
    ],
  },
  { path: '/midjourney', address: '/midjourney?start=0', scenes: DRAWING },
  { path: '/task', address: '/task?start=0', scenes: TASK },
  { path: '/setting', scenes: SETTING },
];

const ROLES: Readonly<Record<string, readonly Reader[]>> = {
  Guest: ['guest', 'ann', 'root'],
  User: ['ann', 'root'],
  Admin: ['root'],
  Root: ['root'],
};

function sourceOf(path: string): string {
  return readFileSync(join(__dirname, '../../frontend/src', path), 'utf8');
}

/** Reads the routes of the console by their path, with the readers who may see them, from the console's own table. */
export function readRoutes(): ReadonlyMap<string, readonly Reader[]> {
  const rows = sourceOf('app/routes.tsx').matchAll(/path: '([^']+)',\s*role: Role\.(\w+)/g);
  return new Map([...rows].map(([, path = '', role = '']) => [path, ROLES[role] ?? []]));
}

/** Reads the addresses of the tabs of the settings from their own table. */
export function readSettingTabs(): readonly string[] {
  const ids = sourceOf('features/setting/setting-tabs.ts').matchAll(/id: '(\w+)',\s*label:/g);
  return [...ids].map(([, id]) => `/setting?tab=${id}`);
}
