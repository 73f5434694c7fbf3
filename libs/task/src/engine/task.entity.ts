import { type TaskPlatform } from '@contracts';
import { bigColumn, bigKey, truthColumn } from '@platform';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Who does the work: the platforms of the task page, and the drawing proxies, which have a page of their own. */
export type PlatformId = TaskPlatform | 'mj';

/** States of every platform together; the empty text means that the submit call is still under way. */
export type TaskState =
  '' | 'NOT_START' | 'SUBMITTED' | 'QUEUED' | 'MODAL' | 'UNKNOWN' | 'IN_PROGRESS' | 'SUCCESS' | 'FAILURE';

/** One asynchronous task, from before its submission to its end. Times are Unix milliseconds, 0 when not yet. */
@Entity('tasks')
export class TaskEntity {
  @PrimaryColumn({ ...bigKey('id'), generated: 'increment' })
  id!: number;

  @Column(bigColumn({ name: 'user_id' }))
  userId!: number;

  @Column(bigColumn({ name: 'token_id' }))
  tokenId!: number;

  /** The account that does the work; 0 until one accepted it. */
  @Column(bigColumn({ name: 'channel_id' }))
  channelId!: number;

  /** Of the key it was submitted with: another key of the channel may not know it. */
  @Column({ name: 'key_hash', type: 'varchar', length: 64 })
  keyHash!: string;

  @Column({ type: 'varchar', length: 16 })
  platform!: PlatformId;

  @Column({ type: 'varchar', length: 32 })
  action!: string;

  /** The upstream's id, which is also the caller's; empty until it is accepted. */
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

  /** Units charged; what a failure gives back. */
  @Column(bigColumn())
  quota!: number;

  @Column(truthColumn({ name: 'is_refunded' }))
  isRefunded!: boolean;

  /** Of the call that submitted it, and of its reservation. */
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

  /** What the caller asked for, as JSON. */
  @Column({ type: 'text' })
  properties!: string;

  /** What the upstream last said of it, as JSON. */
  @Column({ type: 'text' })
  data!: string;

  /** Where the caller wants to hear of changes; empty for nowhere. */
  @Column({ name: 'hook_url', type: 'text' })
  hookUrl!: string;

  /** Hash of the secret in the address that the upstream calls back; null when it was given none. */
  @Column({ name: 'callback_hash', type: 'varchar', length: 64, nullable: true })
  callbackHash!: string | null;

  /** Channel, platform and upstream id together: no two rows are the same work. */
  @Column({ name: 'upstream_key', type: 'varchar', length: 255, nullable: true })
  upstreamKey!: string | null;

  /** Whether it may still change. */
  @Column(truthColumn({ name: 'is_open' }))
  isOpen!: boolean;

  /** When somebody should ask next; who is asking moves it ahead, which keeps others away until then. */
  @Column(bigColumn({ name: 'due_at_ms' }))
  dueAtMs!: number;

  /** When the upstream was last asked. */
  @Column(bigColumn({ name: 'asked_at_ms' }))
  askedAtMs!: number;

  /** Questions in a row that were not answered. */
  @Column({ name: 'poll_failures', type: 'integer' })
  pollFailures!: number;

  /** Of the round that asks at the moment. */
  @Column({ type: 'varchar', length: 32 })
  claim!: string;
}
