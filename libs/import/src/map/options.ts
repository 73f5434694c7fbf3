import { findOptionRefusal, isOptionKey, isRefused, parseOption, type OptionKey } from '@contracts';
import { decimal, parsedObject, text, truth, type SourceRow } from '../source/cells';
import { type SourceDatabase } from '../source/source-database';
import { type MapContext } from '../run/target';

/** Options that have another name there. */
const NAMES: Readonly<Record<string, OptionKey>> = {
  LinuxDOClientId: 'LinuxDoClientId',
  LinuxDOClientSecret: 'LinuxDoClientSecret',
  LinuxDOOAuthEnabled: 'LinuxDoOAuthEnabled',
  'oidc.enabled': 'OidcEnabled',
  'oidc.client_id': 'OidcClientId',
  'oidc.client_secret': 'OidcClientSecret',
  OIDCAuthEnabled: 'OidcEnabled',
  OIDCClientId: 'OidcClientId',
  OIDCClientSecret: 'OidcClientSecret',
  OIDCIssuer: 'OidcIssuer',
  PaymentUSDRate: 'Price',
  PaymentMinAmount: 'MinTopUp',
};

const WELL_KNOWN = '/.well-known/openid-configuration';
/** A ratio of 1 is 0.002 dollars. */
const DOLLARS_PER_RATIO = 0.002;
/** The groups that every family has from the start. */
const FIRST_GROUPS = { default: 1, vip: 1, svip: 1 };

/** The options as they may stand here; the values of secrets are readable. */
export async function mapOptions(source: SourceDatabase, context: MapContext): Promise<ReadonlyMap<OptionKey, string>> {
  const options = new Map<OptionKey, string>();
  const groupsOf = new Map<string, string>();
  for (const row of await source.all('options')) {
    const name = text(row, 'key');
    const value = typeof row.value === 'string' ? row.value : text(row, 'value');
    const key = NAMES[name] ?? (isOptionKey(name) ? name : null);
    if (key) options.set(key, value);
    else if (name === 'oidc.well_known') options.set('OidcIssuer', value.replace(WELL_KNOWN, ''));
    else if (name === 'UserUsableGroups') groupsOf.set(name, value);
    else context.remarks.add('options that have no counterpart here', name);
  }
  if (context.family === 'one-hub') await addHubTables(source, options, context);
  addChoices(options, groupsOf.get('UserUsableGroups'));
  await addMissingGroups(source, options, context);
  return checked(options, context);
}

/** In one-hub groups and prices are tables. */
async function addHubTables(source: SourceDatabase, options: Map<OptionKey, string>, { remarks }: MapContext) {
  const groups = await source.all('user_groups');
  options.set('GroupRatio', toJson(groups.map(row => [text(row, 'symbol'), decimal(row, 'ratio')])));
  options.set('GroupDisplayNames', toJson(groups.map(row => [text(row, 'symbol'), text(row, 'name')])));
  const hidden = groups.filter(row => !truth(row, 'public')).map(row => text(row, 'symbol'));
  options.set('HiddenGroups', JSON.stringify(hidden));
  const prices = await source.all('prices');
  const tokens = prices.filter(row => text(row, 'type') === 'tokens');
  const times = prices.filter(row => text(row, 'type') === 'times');
  options.set('ModelRatio', toJson(tokens.map(row => [text(row, 'model'), decimal(row, 'input')])));
  options.set('CompletionRatio', toJson(tokens.flatMap(completionRatio)));
  options.set(
    'ModelPrice',
    toJson(times.map(row => [text(row, 'model'), tidy(decimal(row, 'input') * DOLLARS_PER_RATIO)])),
  );
  for (const row of prices) {
    if (/\w/.test(text(row, 'extra_ratios').replace(/^(null|\{\}|\[\])$/, ''))) {
      remarks.add('models whose additional ratios do not come', text(row, 'model'));
    }
  }
}

function completionRatio(row: SourceRow): readonly (readonly [string, number])[] {
  const input = decimal(row, 'input');
  return input > 0 ? [[text(row, 'model'), tidy(decimal(row, 'output') / input)]] : [];
}

/** Without the digits that only binary fractions have. */
function tidy(value: number): number {
  return Number(value.toPrecision(12));
}

function toJson(entries: readonly (readonly [string, string | number])[]): string {
  return JSON.stringify(Object.fromEntries(entries));
}

/** In new-api the groups that people may choose have descriptions; all others are hidden. */
function addChoices(options: Map<OptionKey, string>, usable: string | undefined): void {
  if (usable === undefined) return;
  const names = parsedObject(usable);
  const ratios = parsedObject(options.get('GroupRatio') ?? JSON.stringify(FIRST_GROUPS));
  options.set('GroupDisplayNames', JSON.stringify(names));
  options.set('HiddenGroups', JSON.stringify(Object.keys(ratios).filter(group => !(group in names))));
}

/** Groups that people, keys or channels name and that have no ratio get 1, as there. */
async function addMissingGroups(source: SourceDatabase, options: Map<OptionKey, string>, { remarks }: MapContext) {
  const ratios: Record<string, unknown> = {
    ...parsedObject(options.get('GroupRatio') ?? JSON.stringify(FIRST_GROUPS)),
  };
  const known = Object.keys(ratios).length;
  const named = new Set<string>();
  const mark = source.isMysql ? '`' : '"';
  for (const table of ['users', 'tokens', 'channels'].filter(name => source.hasColumn(name, 'group'))) {
    const rows = await source.query(`SELECT DISTINCT ${mark}group${mark} AS name FROM ${table}`);
    for (const row of rows) for (const group of text(row, 'name').split(',')) named.add(group.trim());
  }
  for (const group of named) {
    if (group === '' || group in ratios) continue;
    ratios[group] = 1;
    remarks.add('groups that had no ratio and get 1', group);
  }
  if (Object.keys(ratios).length > known || options.has('GroupRatio'))
    options.set('GroupRatio', JSON.stringify(ratios));
}

/** Leaves out what would be refused here, by name and never by value. */
function checked(options: ReadonlyMap<OptionKey, string>, { remarks }: MapContext): ReadonlyMap<OptionKey, string> {
  const result = new Map<OptionKey, string>();
  for (const [key, raw] of options) {
    const read = parseOption(key, raw);
    if (isRefused(read) || findOptionRefusal(key, raw)) {
      remarks.add('options whose value is not allowed here', key);
      continue;
    }
    result.set(key, read.text);
  }
  return result;
}
