import { LogType, type LogOther, type LogSaying } from '@contracts';
import { sentenceFields, type LogRecord } from '@log';
import { type RoutePlan } from '@relay';
import { type SubmitOrder } from './task-platform';
import { type TaskPrice } from './task-price';

/** A task that was ordered, and the way it took. */
interface Ordered {
  readonly order: SubmitOrder<unknown>;
  readonly group: string;
  readonly plan: RoutePlan;
}

/** The consumption row of an accepted task: everything from which the amount can be worked out again. */
export function taskRecord(
  accepted: Ordered,
  { price, units, receipt }: TaskPrice,
  facts: { readonly taskId: string; readonly isCountedHourly: boolean },
): LogRecord {
  const factor = receipt.usage.calls ?? 1;
  const sentence = {
    price: price.modelPrice,
    group: price.groupRatio.toFixed(2),
    action: accepted.order.action,
    task: facts.taskId,
  };
  const said: LogSaying =
    factor === 1 ? { key: 'task_price', ...sentence } : { key: 'task_price_times', ...sentence, factor };
  return {
    ...commonFields(accepted),
    type: LogType.Consume,
    quota: units,
    isCountedHourly: facts.isCountedHourly,
    ...sentenceFields(said, {
      model_price: price.modelPrice,
      group_ratio: price.groupRatio,
      model_ratio: 0,
      completion_ratio: 1,
      task_id: facts.taskId,
      receipt,
      admin_info: adminInfo(accepted),
    }),
  };
}

/** The row of a task that nobody accepted; nothing was charged. */
export function refusalRecord(refused: Ordered, reason: string): LogRecord {
  return {
    ...commonFields(refused),
    type: LogType.Error,
    content: reason,
    other: JSON.stringify({ request_path: refused.order.request.path, admin_info: adminInfo(refused) }),
  };
}

function commonFields({ order, group, plan }: Ordered): Omit<LogRecord, 'type'> {
  const { caller, request, models } = order;
  return {
    userId: caller.userId,
    username: caller.username,
    tokenId: caller.tokenId,
    tokenName: caller.tokenName,
    tokenGroup: group,
    modelName: models[0] ?? '',
    useTimeMs: Math.round(performance.now() - request.startedAt),
    channelId: plan.tried.at(-1) ?? 0,
    clientIp: request.ip,
    requestId: request.id,
  };
}

function adminInfo({ plan }: Ordered): LogOther['admin_info'] {
  const { facts } = plan;
  return {
    use_channel: plan.tried.map(String),
    ...(facts && { chosen_because: facts.because }),
    ...(facts?.key && { used_key_position: facts.key.position, used_key_mask: facts.key.mask }),
  };
}
