import { isDeepStrictEqual } from 'node:util';
import {
  defaultText,
  isRefused,
  optionRefusalText,
  optionRow,
  parseOption,
  refuseBeyondLimits,
  type JsonObject,
  type OptionKey,
  type ShippedDefaults,
} from '@contracts';
import { type SecretBox } from '@platform';
import { alertDifferences, namesOfAlerting, type AlertDifferences } from './alert-differences';
import { type Configuration } from './configuration-file';
import { type Present } from './present-configuration';
import { variableIn } from './variable-in';

/** A channel of the file, and the one of the database that it describes. */
export interface ChannelDifference {
  /** Null for a channel that is not there yet. */
  readonly id: number | null;
  readonly name: string;
  /** The names of the fields that differ; all of them for a new channel. */
  readonly fields: readonly string[];
  /** The channel as the file describes it, with its key put in. */
  readonly wanted: JsonObject;
}

/** What applying a file would change. */
export interface Differences {
  readonly alerting: AlertDifferences;
  readonly options: ReadonlyMap<OptionKey, string>;
  readonly channels: readonly ChannelDifference[];
}

interface Comparison {
  readonly present: Present;
  readonly shipped: ShippedDefaults;
  readonly box: SecretBox;
  /** Where keys such as `$OPENAI_KEY` are looked up. */
  readonly environment: NodeJS.ProcessEnv;
}

/** @throws Error with a sentence for a value that cannot be saved, or a key that is missing */
export function differencesOf(file: Configuration, comparison: Comparison): Differences {
  return {
    options: optionDifferences(file, comparison),
    channels: channelDifferences(file, comparison),
    alerting: alertDifferences(file, comparison),
  };
}

/** The names of everything that differs, as `options.RetryTimes` and `channels.Frankfurt.weight`. */
export function namesOf({ options, channels, alerting }: Differences): readonly string[] {
  return [
    ...[...options.keys()].map(key => `options.${key}`).sort(),
    ...channels.flatMap(({ id, name, fields }) =>
      id === null ? [`channels.${name}`] : fields.map(field => `channels.${name}.${field}`),
    ),
    ...namesOfAlerting(alerting),
  ];
}

function optionDifferences({ options }: Configuration, { present, shipped }: Comparison): Differences['options'] {
  const changed = new Map<OptionKey, string>();
  for (const [name, value] of Object.entries(options)) {
    const key = name as OptionKey; // checked when the file was read
    const raw = typeof value === 'string' ? value : JSON.stringify(value);
    const wanted = parseOption(key, raw);
    const refusal = isRefused(wanted) ? wanted : refuseBeyondLimits(key, wanted.value);
    if (refusal || isRefused(wanted)) throw new Error(`options.${key}: ${optionRefusalText(refusal!, 'en')}.`);
    const now = parseOption(key, present.options.get(key) ?? defaultText(key, shipped));
    const isSame = !isRefused(now) && isDeepStrictEqual(plain(now.value), plain(wanted.value));
    if (!isSame) changed.set(key, optionRow(key).kind === 'json' ? raw : wanted.text);
  }
  return changed;
}

/** Without prototypes, of which parsed maps have none. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

function channelDifferences({ channels }: Configuration, comparison: Comparison): readonly ChannelDifference[] {
  const seen = new Map<string, number>();
  return channels.flatMap((fields): readonly ChannelDifference[] => {
    const name = String(fields.name).trim();
    const at = seen.get(name) ?? 0;
    seen.set(name, at + 1);
    const there = comparison.present.channels.filter(channel => channel.fields.name === name)[at];
    const wanted = withKey(fields, name, comparison.environment);
    if (!there) {
      if (wanted.key === undefined) throw new Error(`channels.${name}: a new channel needs "key": "$VARIABLE".`);
      return [{ id: null, name, fields: Object.keys(wanted), wanted }];
    }
    const differing = Object.keys(wanted).filter(field =>
      field === 'key'
        ? comparison.box.hash('channel-key', String(wanted.key)) !== there.keyHash
        : !isDeepStrictEqual(wanted[field], there.fields[field]),
    );
    return differing.length === 0 ? [] : [{ id: there.id, name, fields: differing, wanted }];
  });
}

/** A key is written into a file as the name of a variable, so that the file holds no secret. */
function withKey(fields: JsonObject, name: string, environment: NodeJS.ProcessEnv): JsonObject {
  const { key, ...rest } = fields;
  if (key === undefined) return rest;
  return { ...rest, key: variableIn(key, `channels.${name}.key`, environment) };
}
