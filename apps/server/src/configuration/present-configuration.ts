import { readAlertConfiguration, type AlertConfiguration } from '@alert';
import { ChannelEntity, toChannelConfiguration } from '@channel';
import { isOptionKey, optionRow, type JsonObject, type OptionKey } from '@contracts';
import { OptionEntity } from '@option';
import { type SecretBox } from '@platform';
import { type DataSource } from 'typeorm';
import { type Configuration } from './configuration-file';

/** A channel of the database, with what is needed to compare its key. */
interface PresentChannel {
  readonly id: number;
  readonly keyHash: string;
  readonly fields: JsonObject;
}

/** The settings of a database. */
export interface Present {
  /** Only those that were changed, without secrets. */
  readonly options: ReadonlyMap<OptionKey, string>;
  /** By id. */
  readonly channels: readonly PresentChannel[];
  readonly alerting: AlertConfiguration;
}

/** Reads the settings; nothing is written. */
export async function presentConfiguration(database: DataSource, box: SecretBox): Promise<Present> {
  const options = new Map<OptionKey, string>();
  for (const { key, value } of await database.manager.find(OptionEntity)) {
    if (isOptionKey(key) && !optionRow(key).secret) options.set(key, value);
  }
  const rows = await database.manager.find(ChannelEntity, { order: { id: 'ASC' } });
  const channels = rows.map(row => ({
    id: Number(row.id),
    keyHash: row.keyHash,
    fields: toChannelConfiguration(row, box),
  }));
  return { options, channels, alerting: await readAlertConfiguration(database, box) };
}

/** The settings as a file would hold them. */
export function toConfiguration({ options, channels, alerting }: Present): Configuration {
  const shown = [...options].map(([key, text]) => [key, shownValue(key, text)] as const);
  return {
    options: Object.fromEntries(shown),
    channels: channels.map(({ fields }) => fields),
    alert_receivers: alerting.receivers.map(({ fields }) => fields),
    alert_rules: alerting.rules.map(({ fields }) => fields),
  };
}

/** The value of an option as a file holds it. */
function shownValue(key: OptionKey, text: string): unknown {
  const { kind } = optionRow(key);
  if (kind === 'text' || kind === 'url') return text;
  try {
    return JSON.parse(text) as unknown; // numbers and truth values, too
  } catch {
    return text; // a stored text that nobody can read any more
  }
}
