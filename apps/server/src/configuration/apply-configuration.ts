import { ChannelService, fromChannelConfiguration } from '@channel';
import { optionRow, Role, type JsonObject } from '@contracts';
import { Options } from '@option';
import { type Actor } from '@platform';
import { UserStore } from '@user';
import { type INestApplicationContext } from '@nestjs/common';
import { applyAlerting } from './apply-alerting';
import { type Differences } from './differences';

/**
 * Saves what differs, by the rules of the console: each change is checked, logged as made by root, and told to the other
 * nodes.
 *
 * @throws AppError of the change that was refused; the changes before it stay
 */
export async function applyDifferences(
  app: INestApplicationContext,
  { options, channels, alerting }: Differences,
): Promise<void> {
  const actor = await rootOf(app);
  const store = app.get(Options);
  // Switches come last, because some need values of other options.
  const isSwitch = (key: Parameters<typeof optionRow>[0]) => optionRow(key).kind === 'boolean';
  const ordered = [...options].sort(([left], [right]) => Number(isSwitch(left)) - Number(isSwitch(right)));
  store.proposed(Object.fromEntries(ordered), actor);
  for (const [key, text] of ordered) await store.save(key, text, actor);
  const service = app.get(ChannelService);
  for (const { id, fields, wanted } of channels) {
    const body = fromChannelConfiguration(only(wanted, fields));
    if (id === null) await service.create(body, actor);
    else await service.edit({ ...body, id }, actor);
  }
  await applyAlerting(app, alerting, actor);
}

function only(fields: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)));
}

async function rootOf(app: INestApplicationContext): Promise<Actor> {
  const root = await app.get(UserStore).findFirstOf(Role.Root);
  if (!root) throw new Error('there is no root user yet; start the server once.');
  return { id: root.id, username: root.username, role: Role.Root, via: 'session', clientIp: '' } as Actor;
}
