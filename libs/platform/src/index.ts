export { type CallLimit, CallLimits, type CallLimitsDecision } from './cluster/call-limits';
export { connectRedis, HUB, REDIS } from './cluster/cluster.module';
export { type HubChannel, HubClient } from './cluster/hub-client';
export type { HubMessage, LivingHolders, WorkerMessage } from './cluster/hub-messages';
export { HubCallLimits, HubChangeNotices, HubLeases, HubLimiter } from './cluster/hub-ports';
export { InProcessChangeNotices, InProcessLeases, InProcessLimiter } from './cluster/in-process';
export { InProcessCallLimits } from './cluster/in-process-limits';
export { ChangeNotices, type Lease, Leases, Limiter, type WindowLimit } from './cluster/ports';
export { fromEnvelope, toEnvelope } from './cluster/process-channel';
export { RedisLeases, RedisLimiter } from './cluster/redis';
export { RedisCallLimits } from './cluster/redis-limits';
export { RedisBreaker } from './cluster/redis-breaker';
export { RedisChangeNotices } from './cluster/redis-notices';
export { WorkerHub } from './cluster/worker-hub';
export { type Config, CONFIG, type DatabaseDialect } from './config/config';
export { ConfigError } from './config/config-error';
export { dataDirectory, loadConfig } from './config/load-config';
export { reseal } from './crypto/reseal';
export { followSealing, keepSealing, readSealing, turnSealing } from './crypto/sealing-state';
export { markOf, SecretBox, type SecretPurpose } from './crypto/secret-box';
export {
  type ChargeFacts,
  type KeyStanding,
  type MovementRows,
  type Rider,
  type RiderSink,
  riderStatements,
} from './database/batch-rider';
export { type ClosedCharge, ClosedCharges } from './database/closed-charges';
export { bigColumn, bigKey, integer64, truthColumn } from './database/columns';
export { dataSourceOptions, unlimitedOptions } from './database/data-source-options';
export { Database, dialectOf } from './database/database';
export {
  databaseErrorKind,
  isConflict,
  isLockTimeout,
  isStatementTimeout,
  isUniqueViolation,
  LockTimeoutError,
} from './database/database-errors';
export { DELETE_BATCH_ROWS, deleteBatch } from './database/delete-batch';
export { GroupQueue } from './database/group-queue';
export { LockedBy } from './database/locked-aside';
export { FileOwnership } from './database/file-ownership';
export { tablesOf } from './database/first-set-up';
export { type BeforeMigrations, refuseNewerSchema } from './database/migrate';
export { openDatabase, openReader } from './database/open-database';
export { makeFolder } from './files/make-folder';
export { ensurePrivateFile } from './files/private-files';
export { likeText, pageRequest, type PageRequest } from './database/page';
export {
  type BatchStatement,
  chosenRowsSql,
  deleteChosenSql,
  execute,
  insertRows,
  insertStatement,
  rowSetParameter,
  type RowSetShape,
  rowSetSql,
  type RowValue,
  runStatements,
  storableText,
} from './database/row-set';
export { GROUP_LOCK_MS } from './database/session-limits';
export { SqlParameters } from './database/sql-parameters';
export type { UnitScript } from './database/sqlite-script';
export {
  big,
  createTableSql,
  id,
  integer,
  nullableBig,
  nullableText,
  nullableVarchar,
  real,
  requiredVarchar,
  type TableSpec,
  text,
  varchar,
} from './database/table';
export { UnitOfWork } from './database/unit-of-work';
export { upsertSql, upsertStatement } from './database/upsert';
export { EventBus } from './events/event-bus';
export type { EventMap } from './events/event-map';
export { Answer } from './http/answer';
export { BinaryBody, binaryBodyOf } from './http/binary-body';
export {
  type Actor,
  type Caller,
  ClientIp,
  type ConsoleRequest,
  CurrentActor,
  CurrentCaller,
  MaybeCaller,
} from './http/caller';
export { ConsoleController, PublicController } from './http/controllers';
export { corsHeaders } from './http/cors';
export { sendEnvelopeError } from './http/envelope.filter';
export { type ErrorShape, type ShapedError, WithErrorShape } from './http/error-shape';
export { tidyForwardedFor } from './http/forwarded-for';
export { IdParam } from './http/id-param';
export { plainRefusal } from './http/invalid-parameter';
export { isDatabaseAway } from './http/is-database-away';
export { MissingIs } from './http/missing-is';
export { namedScope } from './http/named-scope';
export { PageQueryDto } from './http/page-query.dto';
export { requestErrorKind } from './http/request-error';
export { RequiredRole, requiredRoleOf } from './http/role.guard';
export { IsRowId } from './http/row-id';
export { MaybeText, SentText } from './http/sent-text';
export { SessionReader } from './http/session-reader';
export { CriticalRoute } from './http/throttle';
export { takeOrRefuse, UserLimit } from './http/user-limit';
export { type Job, JobRunner } from './jobs/job-runner';
export { Logger } from './log/logger';
export { type ManagementEntry, ManagementLog, SERVER_ACTOR } from './audit/management-log';
export { NestLogger } from './log/nest-logger';
export { type Mail, Mailer } from './mail/mailer';
export { Metrics } from './metrics/metrics';
export { METRICS, PlatformModule, TRACING } from './platform.module';
export type { SpanFacts, TraceSpan, Tracing } from './tracing/tracing';
export { type WorkerAnswer, type WorkerJob, WorkerThread } from './threads/worker-thread';
export { isLinkLocalUrl, upstreamLookup } from './transport/link-local';
export { OutboundClient, OutboundFailure, type OutboundRequest } from './transport/outbound-client';
