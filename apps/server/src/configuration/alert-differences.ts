import { isDeepStrictEqual } from 'node:util';
import { checkedReceiver, checkedRule, labelled, secretFieldsOf, type ConfiguredAlerting } from '@alert';
import { type AlertReceiverSave, type AlertRuleSave, type JsonObject } from '@contracts';
import { type Configuration } from './configuration-file';
import { type Present } from './present-configuration';
import { variableIn } from './variable-in';

/** A rule or receiver of the file, and the one of the database that it describes. */
export interface AlertDifference {
  /** Null for one that is not there yet. */
  readonly id: number | null;
  readonly label: string;
  /** The names of the fields that differ; all of them for a new one. */
  readonly fields: readonly string[];
}

export interface ReceiverDifference extends AlertDifference {
  /** With the secrets of the file; the others stay. */
  readonly body: AlertReceiverSave;
}

export interface RuleDifference extends AlertDifference {
  /** Without receivers, whose ids are known when they are saved. */
  readonly body: AlertRuleSave;
  readonly receivers: readonly string[];
}

export interface AlertDifferences {
  readonly receivers: readonly ReceiverDifference[];
  readonly rules: readonly RuleDifference[];
}

interface Comparison {
  readonly present: Pick<Present, 'alerting'>;
  readonly environment: NodeJS.ProcessEnv;
}

/** @throws Error with a sentence for what the console would refuse, and for a receiver that nobody has */
export function alertDifferences(
  file: Pick<Configuration, 'alert_receivers' | 'alert_rules'>,
  { present, environment }: Comparison,
): AlertDifferences {
  const { receivers, rules } = present.alerting;
  const nameOf = ({ name, kind }: JsonObject): string => String(name || kind || '');
  const found = labelled(file.alert_receivers, nameOf).map(([label, fields]) =>
    receiverDifference(label, fields, there(receivers, label), environment),
  );
  const labels = new Set([...receivers, ...found].map(({ label }) => label));
  return {
    receivers: found.filter(({ fields }) => fields.length > 0),
    rules: labelled(file.alert_rules, nameOf)
      .map(([label, fields]) => ruleDifference(label, fields, there(rules, label), labels))
      .filter(({ fields }) => fields.length > 0),
  };
}

/** The names of everything that differs, as `alert_rules.Backup.threshold`. */
export function namesOfAlerting({ receivers, rules }: AlertDifferences): readonly string[] {
  const named = (list: string, differences: readonly AlertDifference[]) =>
    differences.flatMap(({ id, label, fields }) =>
      id === null ? [`${list}.${label}`] : fields.map(field => `${list}.${label}.${field}`),
    );
  return [...named('alert_receivers', receivers), ...named('alert_rules', rules)];
}

function there(present: readonly ConfiguredAlerting[], label: string): ConfiguredAlerting | null {
  return present.find(known => known.label === label) ?? null;
}

function receiverDifference(
  label: string,
  fields: JsonObject,
  known: ConfiguredAlerting | null,
  environment: NodeJS.ProcessEnv,
): ReceiverDifference {
  const where = `alert_receivers.${label}`;
  const secretNames = secretFieldsOf(known?.fields.kind ?? fields.kind);
  const filled = Object.entries(fields).map(([name, value]) => [
    name,
    secretNames.includes(name) ? variableIn(value, `${where}.${name}`, environment) : value,
  ]);
  const given = Object.fromEntries(filled) as JsonObject;
  const { wanted, ...difference } = differenceOf(where, label, given, known);
  // Addresses that the server may not call are refused when it is saved.
  const body = checkedIn(where, () => checkedReceiver(wanted, known?.secrets ?? {}, true));
  return { ...difference, body };
}

function ruleDifference(
  label: string,
  fields: JsonObject,
  known: ConfiguredAlerting | null,
  receivers: ReadonlySet<string>,
): RuleDifference {
  const where = `alert_rules.${label}`;
  const { wanted, ...difference } = differenceOf(where, label, fields, known);
  const body = checkedIn(where, () => checkedRule(wanted));
  const { receivers: named = [] } = wanted;
  if (!Array.isArray(named)) throw new Error(`${where}.receivers must be a list of names.`);
  const unknown = named.find(name => !receivers.has(String(name)));
  if (unknown !== undefined) throw new Error(`${where}.receivers: there is no receiver "${String(unknown)}".`);
  return { ...difference, body, receivers: named.map(String) };
}

function differenceOf(
  where: string,
  label: string,
  given: JsonObject,
  known: ConfiguredAlerting | null,
): AlertDifference & { readonly wanted: JsonObject } {
  if (known === null) return { id: null, label, fields: Object.keys(given), wanted: given };
  const now: JsonObject = { ...known.fields, ...known.secrets };
  const fields = Object.keys(given).filter(name => !isDeepStrictEqual(given[name], now[name]));
  if (fields.includes('kind')) throw new Error(`${where}.kind stays as it is: choose another name for a new one.`);
  return { id: known.id, label, fields, wanted: { ...known.fields, ...given } };
}

function checkedIn<Result>(where: string, check: () => Result): Result {
  try {
    return check();
  } catch (cause) {
    throw new Error(`${where}: ${(cause as Error).message.replace(/\.$/, '')}.`, { cause });
  }
}
