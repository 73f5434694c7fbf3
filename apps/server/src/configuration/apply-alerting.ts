import { AlertReceiverService, AlertRuleService, labelled } from '@alert';
import { type INestApplicationContext } from '@nestjs/common';
import { type Actor } from '@platform';
import { type AlertDifferences } from './alert-differences';

/** Saves receivers first, because rules name them. @throws AppError of the change that was refused; those before it stay */
export async function applyAlerting(
  app: INestApplicationContext,
  { receivers, rules }: AlertDifferences,
  actor: Actor,
): Promise<void> {
  const receiverService = app.get(AlertReceiverService);
  for (const { id, body } of receivers) {
    if (id === null) await receiverService.create(actor, body);
    else await receiverService.edit(actor, { ...body, id });
  }
  if (rules.length === 0) return;
  const named = labelled(await receiverService.list(), ({ name, kind }) => name || kind);
  const ids = new Map(named.map(([label, { id }]) => [label, Number(id)]));
  const ruleService = app.get(AlertRuleService);
  for (const { id, body, receivers: labels } of rules) {
    const request = { ...body, receiver_ids: labels.flatMap(label => ids.get(label) ?? []) };
    if (id === null) await ruleService.create(actor, request);
    else await ruleService.edit(actor, { ...request, id });
  }
}
