import { alertReceiverKinds, type AlertReceiverKind, type AlertReceiverSave, type AlertRuleSave } from '@contracts';
import { isAppError, type JsonObject } from '@kernel';
import { type SecretBox } from '@platform';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { type DataSource } from 'typeorm';
import { AlertReceiverEntity } from '../store/alert-receiver.entity';
import { toRule } from '../store/alert-rule';
import { AlertRuleEntity } from '../store/alert-rule.entity';
import { fieldsOf, formOf, secretsOf, type ReceiverFields } from '../store/receiver';
import { AlertReceiverDto, AlertRuleDto } from './alert.dto';
import { toRuleSave } from './alert-rule.service';
import { checkedFields } from './receiver-rules';
import { checkedName, checkedSettings } from './rule-rules';

/** A rule or receiver as a file of settings has it. */
export interface ConfiguredAlerting {
  readonly id: number;
  /** Its name, or the name of its kind; of several with one name the later ones are numbered. */
  readonly label: string;
  /** Rules name their receivers in `receivers`; receivers have no secrets here. */
  readonly fields: JsonObject;
  readonly secrets: ReceiverFields;
}

export interface AlertConfiguration {
  readonly receivers: readonly ConfiguredAlerting[];
  readonly rules: readonly ConfiguredAlerting[];
}

/** Puts labels to things in their order. */
export function labelled<Thing>(
  things: readonly Thing[],
  nameOf: (thing: Thing) => string,
): readonly [string, Thing][] {
  const seen = new Map<string, number>();
  return things.map(thing => {
    const name = nameOf(thing);
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return [count === 1 ? name : `${name} (${count})`, thing];
  });
}

/** Reads rules and receivers as a file of settings has them; nothing is written. */
export async function readAlertConfiguration(database: DataSource, box: SecretBox): Promise<AlertConfiguration> {
  const rows = await database.manager.find(AlertReceiverEntity, { order: { id: 'ASC' } });
  const known = rows.filter(({ kind }) => Object.hasOwn(alertReceiverKinds, kind));
  const receivers = labelled(known, ({ name, kind }) => name || kind).map(([label, row]): ConfiguredAlerting => {
    const { id, name, kind, isEnabled, language, settings } = row;
    const fields = { name, kind, enabled: isEnabled, language, ...fieldsOf(settings) };
    return { id: Number(id), label, fields, secrets: secretsIn(row, box) };
  });
  const labels = new Map(receivers.map(({ id, label }) => [id, label]));
  const stored = await database.manager.find(AlertRuleEntity, { order: { id: 'ASC' } });
  const rules = labelled(
    stored.flatMap(row => toRule(row) ?? []),
    ({ name, kind }) => name || kind,
  ).map(([label, rule]): ConfiguredAlerting => {
    const { receiver_ids, ...fields } = toRuleSave(rule);
    const named = receiver_ids.flatMap(id => labels.get(Number(id)) ?? []);
    return { id: Number(rule.id), label, fields: { ...fields, receivers: named }, secrets: {} };
  });
  return { receivers, rules };
}

/** None where this master key does not open them. */
function secretsIn(row: AlertReceiverEntity, box: SecretBox): ReceiverFields {
  try {
    return secretsOf(row, box);
  } catch {
    return {};
  }
}

/** The names of the fields of a kind that are sealed. */
export function secretFieldsOf(kind: unknown): readonly string[] {
  const isKnown = typeof kind === 'string' && Object.hasOwn(alertReceiverKinds, kind);
  return isKnown ? formOf(kind as AlertReceiverKind).flatMap(({ name, isSecret }) => (isSecret ? [name] : [])) : [];
}

/** @throws Error with a sentence for what the console would refuse */
export function checkedRule(fields: JsonObject): AlertRuleSave {
  const { receivers: _receivers, ...body } = fields;
  const rule = checked(AlertRuleDto, body);
  return inWords(() => {
    checkedName(rule.name);
    checkedSettings(rule);
    return rule;
  });
}

/** @param known secrets that stay where the file names none @throws Error with a sentence, as {@link checkedRule} */
export function checkedReceiver(
  fields: JsonObject,
  known: ReceiverFields,
  isLinkLocalAllowed: boolean,
): AlertReceiverSave {
  const receiver = checked(AlertReceiverDto, fields);
  return inWords(() => {
    checkedName(receiver.name);
    checkedFields(receiver, known, isLinkLocalAllowed);
    return receiver;
  });
}

function checked<Body extends object>(form: new () => Body, fields: JsonObject): Body {
  const body = plainToInstance(form, fields);
  const [wrong] = validateSync(body, { whitelist: true, forbidNonWhitelisted: true });
  if (wrong) throw new Error(`"${wrong.property}" cannot be ${JSON.stringify(fields[wrong.property] ?? null)}`);
  return body;
}

function inWords<Result>(check: () => Result): Result {
  try {
    return check();
  } catch (error) {
    throw isAppError(error) ? new Error(error.sentence('en'), { cause: error }) : error;
  }
}
