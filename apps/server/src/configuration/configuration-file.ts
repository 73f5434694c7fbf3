import { readFileSync } from 'node:fs';
import { channelConfigurationFields } from '@channel';
import { isJsonObject, isOptionKey, optionRow, type JsonObject, type OptionKey } from '@contracts';

/** The version of the file's form. */
const FORMAT = 1;
const BYTES_MAX = 64 * 1024 * 1024;

/** Settings as a file: options that were changed, channels, receivers and rules of alerts, all without secrets. */
export interface Configuration {
  /** By key: a text, number or truth value, or what the text says where it is JSON. */
  readonly options: Readonly<Partial<Record<OptionKey, unknown>>>;
  /** Each with a `name`; channels of one name count in the order of their ids. */
  readonly channels: readonly JsonObject[];
  /** By their names, or those of their kinds, in the order of their ids where names are the same. */
  readonly alert_receivers: readonly JsonObject[];
  /** With the names of their receivers. */
  readonly alert_rules: readonly JsonObject[];
}

/** The text of a file, ready to be kept in a repository: sorted, indented, with a line break at its end. */
export function configurationText({ options, ...lists }: Configuration): string {
  const sorted = Object.fromEntries(Object.entries(options).sort(([left], [right]) => (left < right ? -1 : 1)));
  return `${JSON.stringify({ sluice_configuration: FORMAT, options: sorted, ...lists }, null, 2)}\n`;
}

/** @throws Error with a sentence that names what is wrong in the file */
export function readConfiguration(path: string): Configuration {
  const parsed = parse(path);
  if (!isJsonObject(parsed) || parsed.sluice_configuration !== FORMAT) {
    throw new Error(`${path} is no file of settings: "sluice_configuration": ${FORMAT} is missing.`);
  }
  const { options = {} } = parsed;
  if (!isJsonObject(options)) throw new Error(`${path}: "options" must be an object.`);
  for (const key of Object.keys(options)) {
    if (!isOptionKey(key)) throw new Error(`${path}: there is no option "${key}".`);
    if (optionRow(key).secret)
      throw new Error(`${path}: the option "${key}" is a secret, which is set in the console.`);
  }
  return {
    options,
    channels: listIn(parsed, 'channels', path).map((channel, at) =>
      checkedChannel(channel, `${path}: channels[${at}]`),
    ),
    alert_receivers: listIn(parsed, 'alert_receivers', path),
    alert_rules: listIn(parsed, 'alert_rules', path),
  };
}

/** A list of objects; empty where the file does not have it. */
function listIn(parsed: JsonObject, name: string, path: string): readonly JsonObject[] {
  const list = parsed[name] ?? [];
  if (!Array.isArray(list)) throw new Error(`${path}: "${name}" must be a list.`);
  const wrong = list.findIndex(item => !isJsonObject(item));
  if (wrong >= 0) throw new Error(`${path}: ${name}[${wrong}] must be an object.`);
  return list as JsonObject[]; // each was just looked at
}

function parse(path: string): unknown {
  try {
    const text = readFileSync(path);
    if (text.length > BYTES_MAX) throw new Error('it is too large');
    return JSON.parse(text.toString('utf8'));
  } catch (cause) {
    const reason = cause instanceof SyntaxError ? 'it is not JSON' : (cause as Error).message;
    throw new Error(`${path} cannot be read: ${reason}.`, { cause });
  }
}

function checkedChannel(value: unknown, where: string): JsonObject {
  if (!isJsonObject(value) || typeof value.name !== 'string' || value.name.trim() === '') {
    throw new Error(`${where} needs a "name".`);
  }
  const unknown = Object.keys(value).find(name => name !== 'key' && !channelConfigurationFields.includes(name));
  if (unknown !== undefined) throw new Error(`${where} (${value.name}): there is no field "${unknown}".`);
  return value;
}
