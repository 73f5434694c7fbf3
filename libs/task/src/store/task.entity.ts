import { type TaskPlatform } from '@contracts';
import { bigColumn, bigKey, truthColumn } from '@platform';
import { type AcceptedState } from '@providers';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The platform that does the work: those of the task page, and `mj` for Midjourney, which has a page of its own. */
export type PlatformId = TaskPlatform | 'mj';

/** The states of all platforms; the empty text means that the submission is still running. */
export type TaskState = '' | AcceptedState;

/** One asynchronous task, from before its submission to its end. Times are Unix milliseconds, 0 while not set. */
@Entity('tasks')
export class TaskEntity {
  @PrimaryColumn({ ...bigKey('id'), generated: 'increment' })
  id!: number;

  @Column(bigColumn({ name: 'user_id' }))
  userId!: number;

  @Column(bigColumn({ name: 'token_id' }))
  tokenId!: number;

  /** The team that pays; 0 where the user does. */
  @Column(bigColumn({ name: 'team_id' }))
  teamId!: number;

  /** The channel that does the work; 0 until one has accepted it. */
  @Column(bigColumn({ name: 'channel_id' }))
  channelId!: number;

  /** Hash of the key that the task was submitted with; the channel's other keys may not have access to it. */
  @Column({ name: 'key_hash', type: 'varchar', length: 64 })
  keyHash!: string;

  @Column({ type: 'varchar', length: 16 })
  platform!: PlatformId;

  @Column({ type: 'varchar', length: 32 })
  action!: string;

  /** The upstream's id, which callers use as well; empty until the task is accepted. */
  @Column({ name: 'task_id', type: 'varchar', length: 191 })
  taskId!: string;

  @Column({ type: 'varchar', length: 16 })
  status!: TaskState;

  /** Usually "0%" to "100%"; some upstreams write words. */
  @Column({ type: 'varchar', length: 32 })
  progress!: string;

  @Column({ name: 'fail_reason', type: 'text' })
  failReason!: string;

  /** Submit code of the upstream, for platforms that have one. */
  @Column({ type: 'integer' })
  code!: number;

  /** Units that were charged, and that a failure refunds. */
  @Column(bigColumn())
  quota!: number;

  /** The charges of budgets, as JSON, that a failure refunds; null where no budget counted the task. */
  @Column({ name: 'budget_charges', type: 'text', nullable: true })
  budgetCharges!: string | null;

  /** The charges that allowances of plans paid, as JSON, that a failure gives back to them; null for none. */
  @Column({ name: 'allowance_charge', type: 'text', nullable: true })
  allowanceCharge!: string | null;

  /** Units that the charged work cost at the supplier; null where that is not known. */
  @Column({ ...bigColumn(), nullable: true })
  cost!: number | null;

  @Column(truthColumn({ name: 'is_refunded' }))
  isRefunded!: boolean;

  /** Id of the call that submitted the task, and of its reservation. */
  @Column({ name: 'request_id', type: 'varchar', length: 64 })
  requestId!: string;

  @Column({ name: 'model_name', type: 'varchar', length: 255 })
  modelName!: string;

  @Column({ type: 'varchar', length: 64 })
  username!: string;

  @Column({ name: 'token_name', type: 'varchar', length: 64 })
  tokenName!: string;

  @Column(bigColumn({ name: 'submit_time_ms' }))
  submitTimeMs!: number;

  @Column(bigColumn({ name: 'start_time_ms' }))
  startTimeMs!: number;

  @Column(bigColumn({ name: 'finish_time_ms' }))
  finishTimeMs!: number;

  @Column(bigColumn({ name: 'created_at_ms' }))
  createdAtMs!: number;

  @Column(bigColumn({ name: 'updated_at_ms' }))
  updatedAtMs!: number;

  /** The properties of the request, as JSON. */
  @Column({ type: 'text' })
  properties!: string;

  /** The data of the upstream's last report, as JSON. */
  @Column({ type: 'text' })
  data!: string;

  /** The caller's address for notifications of changes; empty for none. */
  @Column({ name: 'hook_url', type: 'text' })
  hookUrl!: string;

  /** Hash of the secret in the callback address for the upstream; null without a callback address. */
  @Column({ name: 'callback_hash', type: 'varchar', length: 64, nullable: true })
  callbackHash!: string | null;

  /** Channel, platform and upstream id together; unique, so that two rows never stand for the same work. */
  @Column({ name: 'upstream_key', type: 'varchar', length: 255, nullable: true })
  upstreamKey!: string | null;

  /** Whether the task may still change. */
  @Column(truthColumn({ name: 'is_open' }))
  isOpen!: boolean;

  /** Time of the next poll. The node that claims the task moves it ahead, so that no other node polls it until then. */
  @Column(bigColumn({ name: 'due_at_ms' }))
  dueAtMs!: number;

  /** Time of the last poll. */
  @Column(bigColumn({ name: 'asked_at_ms' }))
  askedAtMs!: number;

  /** Number of failed polls since the last successful one. */
  @Column({ name: 'poll_failures', type: 'integer' })
  pollFailures!: number;

  /** Random id of the claim by which a round took the task last. */
  @Column({ type: 'varchar', length: 32 })
  claim!: string;
}

/** A stored task, read-only. */
export type TaskRow = Readonly<TaskEntity>;
