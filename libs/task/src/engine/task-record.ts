import { LogType, type LogOther, type LogSaying } from '@contracts';
import { sentenceFields, type LogRecord } from '@log';
import { type Price, type Receipt } from '@pricing';
import { type RoutePlan } from '@relay';
import { type SubmitRequest } from './task-platform';
import { type TaskPrice } from './task-price';

/** A submitted task and the channels that were tried. */
interface SubmittedTask {
  readonly submission: SubmitRequest<unknown>;
  readonly group: string;
  readonly plan: RoutePlan;
}

/** The consumption row of an accepted task, with everything needed to calculate the amount again. */
export function taskRecord(
  accepted: SubmittedTask,
  { price, units, receipt }: TaskPrice,
  facts: {
    readonly taskId: string;
    readonly isCountedHourly: boolean;
    readonly cost: number | undefined;
    readonly planUnits: number;
  },
): LogRecord {
  const said = priceSaid(price, receipt, { action: accepted.submission.action, task: facts.taskId });
  return {
    ...commonFields(accepted),
    type: LogType.Consume,
    quota: units,
    isCountedHourly: facts.isCountedHourly,
    cost: facts.cost,
    planUnits: facts.planUnits,
    ...sentenceFields(said, {
      model_price: price.modelPrice,
      group_ratio: price.groupRatio,
      model_ratio: 0,
      completion_ratio: 1,
      task_id: facts.taskId,
      receipt,
      ...previousKeyFact(accepted),
      admin_info: adminInfo(accepted),
    }),
  };
}

function priceSaid(
  price: Price,
  { usage }: Receipt,
  work: { readonly action: string; readonly task: string },
): LogSaying {
  const terms = { ...work, group: price.groupRatio.toFixed(2) };
  if (price.secondPrice > 0) {
    return { key: 'task_price_seconds', ...terms, price: price.secondPrice, seconds: usage.seconds ?? 0 };
  }
  const { calls: factor = 1 } = usage;
  const sentence = { ...terms, price: price.modelPrice };
  return factor === 1 ? { key: 'task_price', ...sentence } : { key: 'task_price_times', ...sentence, factor };
}

/** The error row of a task that no channel accepted; nothing was charged. */
export function refusalRecord(refused: SubmittedTask, reason: string): LogRecord {
  return {
    ...commonFields(refused),
    type: LogType.Error,
    content: reason,
    other: JSON.stringify({
      request_path: refused.submission.request.path,
      ...previousKeyFact(refused),
      admin_info: adminInfo(refused),
    }),
  };
}

function commonFields({ submission, group, plan }: SubmittedTask): Omit<LogRecord, 'type'> {
  const { caller, request, models } = submission;
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
    teamId: caller.team?.id,
    tags: caller.tags,
  };
}

/** Said where the task came with the key that a rotation had replaced. */
function previousKeyFact({ submission }: SubmittedTask): Pick<LogOther, 'previous_key'> {
  return submission.caller.hasPreviousKey ? { previous_key: true } : {};
}

function adminInfo({ plan }: SubmittedTask): LogOther['admin_info'] {
  const { facts } = plan;
  return {
    use_channel: plan.tried.map(String),
    ...(facts && { chosen_because: facts.because }),
    ...(facts?.key && { used_key_position: facts.key.position, used_key_mask: facts.key.mask }),
  };
}
