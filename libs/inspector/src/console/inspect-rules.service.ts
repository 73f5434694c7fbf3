import {
  INSPECT_RULES_MAX,
  type InspectNotices,
  type InspectOwnCreate,
  type InspectRuleCreate,
  type InspectRuleView,
} from '@contracts';
import { AppError, toSeconds } from '@kernel';
import { Injectable } from '@nestjs/common';
import { Options } from '@option';
import { Database, ManagementLog, UnitOfWork, type Actor, type Caller } from '@platform';
import { LessThanOrEqual, type EntityManager } from 'typeorm';
import { type InspectRule } from '../rules/inspect-rule';
import { InspectRuleEntity } from '../rules/inspect-rule.entity';
import { InspectRules } from '../rules/inspect-rules';
import { InspectedNames } from './inspected-names';
import { callsOf, shareOf } from './rule-saying';

const HOUR_MS = 3_600_000;

type NewRule = Omit<InspectRule, 'id'>;

/** The rules by which calls are recorded, as root and the owners of keys make and end them. Each change gets a log row. */
@Injectable()
export class InspectRulesService {
  constructor(
    private readonly rules: InspectRules,
    private readonly names: InspectedNames,
    private readonly options: Options,
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
    private readonly managementLog: ManagementLog,
  ) {}

  async list(): Promise<readonly InspectRuleView[]> {
    const rules = this.rules.current;
    const [users, tokens, channels] = await Promise.all([
      this.names.users(rules.map(({ userId }) => userId)),
      this.names.tokens(rules.map(({ tokenId }) => tokenId)),
      this.names.channels(rules.map(({ channelId }) => channelId)),
    ]);
    return rules.map(rule => ({
      id: rule.id,
      user_id: rule.userId,
      token_id: rule.tokenId,
      channel_id: rule.channelId,
      model_name: rule.modelName,
      per_mille: rule.perMille,
      only_failures: rule.onlyFailures,
      note: rule.note,
      is_own: rule.isOwn,
      created_by: rule.createdBy,
      created_time: toSeconds(rule.createdAtMs),
      expired_time: toSeconds(rule.expiresAtMs),
      username: users.get(rule.userId)?.name ?? '',
      token_name: tokens.get(rule.tokenId)?.name ?? '',
      channel_name: channels.get(rule.channelId) ?? '',
    }));
  }

  /** @throws AppError INSPECTOR_OFF, INSPECTOR_RULES_MAX, INSPECTOR_NO_USER, INSPECTOR_NO_KEY, INSPECTOR_NO_CHANNEL */
  async create(request: InspectRuleCreate, actor: Actor): Promise<void> {
    await this.store(actor, {
      isOwn: false,
      userId: request.user_id,
      tokenId: request.token_id,
      channelId: request.channel_id,
      modelName: request.model_name.trim(),
      perMille: request.per_mille,
      onlyFailures: request.only_failures,
      ...timesOf(request.hours, actor),
      note: request.note.trim(),
    });
  }

  /**
   * Records the calls of an own key; a key that is recorded already so is recorded for the new time.
   *
   * @throws AppError INSPECTOR_OFF, INSPECTOR_OWN_CLOSED, INSPECTOR_NO_KEY
   */
  async createOwn({ token_id: tokenId, hours }: InspectOwnCreate, actor: Actor): Promise<void> {
    if (!this.options.current.InspectorOwnersMayRecord) throw new AppError('INSPECTOR_OWN_CLOSED');
    const owner = (await this.names.tokens([tokenId])).get(tokenId)?.userId;
    if (owner !== actor.id) throw new AppError('INSPECTOR_NO_KEY', { params: { id: tokenId } });
    await this.store(actor, {
      isOwn: true,
      userId: actor.id,
      tokenId,
      channelId: 0,
      modelName: '',
      perMille: 1000,
      onlyFailures: false,
      ...timesOf(hours, actor),
      note: '',
    });
  }

  /** Ends a rule before its time. @throws AppError COMMON_RECORD_NOT_FOUND */
  async end(id: number, actor: Actor): Promise<void> {
    await this.remove({ id }, actor);
  }

  /** Ends what the owner of a key has switched on. @throws AppError COMMON_RECORD_NOT_FOUND */
  async endOwn(tokenId: number, actor: Actor): Promise<void> {
    await this.remove({ tokenId, userId: actor.id, isOwn: true }, actor);
  }

  /** What a user is told about the recording of the own calls. */
  noticesFor(caller: Caller): InspectNotices {
    const { InspectorEnabled, InspectorOwnersMayRecord, InspectorAdminsMayRead, InspectorRetentionHours } =
      this.options.current;
    const mine = this.rules.current.filter(({ userId }) => userId === 0 || userId === caller.id);
    return {
      notices: mine.map(rule => ({
        token_id: rule.tokenId,
        model_name: rule.modelName,
        is_own: rule.isOwn,
        per_mille: rule.perMille,
        only_failures: rule.onlyFailures,
        expired_time: toSeconds(rule.expiresAtMs),
      })),
      may_record: InspectorEnabled && InspectorOwnersMayRecord,
      administrators_read: InspectorAdminsMayRead,
      retention_hours: InspectorRetentionHours,
    };
  }

  private async store(actor: Actor, asked: NewRule): Promise<void> {
    if (!this.options.current.InspectorEnabled) throw new AppError('INSPECTOR_OFF');
    const { rule, names } = await this.checked(asked);
    await this.unitOfWork.run(async manager => {
      const { isOwn, tokenId } = rule;
      if (isOwn) await manager.delete(InspectRuleEntity, { isOwn, tokenId });
      await manager.delete(InspectRuleEntity, { expiresAtMs: LessThanOrEqual(Date.now()) });
      const max = isOwn ? OWN_RULES_MAX : INSPECT_RULES_MAX;
      if ((await manager.countBy(InspectRuleEntity, { isOwn })) >= max) {
        throw new AppError('INSPECTOR_RULES_MAX', { params: { max } });
      }
      await manager.insert(InspectRuleEntity, { ...rule });
      await this.record(manager, { rule, names, actor }, 'made');
    });
    await this.rules.announce();
  }

  /** The rule with the owner of its key, and the names for its log row. */
  private async checked(rule: NewRule): Promise<{ readonly rule: NewRule; readonly names: RuleNames }> {
    const token = (await this.names.tokens([rule.tokenId])).get(rule.tokenId);
    if (rule.tokenId > 0 && (!token || (rule.userId > 0 && rule.userId !== token.userId))) {
      throw new AppError('INSPECTOR_NO_KEY', { params: { id: rule.tokenId } });
    }
    const userId = token?.userId ?? rule.userId;
    const user = (await this.names.users([userId])).get(userId);
    if (userId > 0 && !user) throw new AppError('INSPECTOR_NO_USER', { params: { id: userId } });
    const channelName = (await this.names.channels([rule.channelId])).get(rule.channelId);
    if (rule.channelId > 0 && channelName === undefined) {
      throw new AppError('INSPECTOR_NO_CHANNEL', { params: { id: rule.channelId } });
    }
    const names = { username: user?.name ?? '', tokenName: token?.name ?? '', channelName: channelName ?? '' };
    return { rule: { ...rule, userId }, names };
  }

  private async remove(which: Partial<Pick<InspectRule, 'id' | 'tokenId' | 'userId' | 'isOwn'>>, actor: Actor) {
    const rule = await this.database.read.findOneBy(InspectRuleEntity, which);
    if (!rule) throw new AppError('COMMON_RECORD_NOT_FOUND');
    const names = await this.namesOf(rule);
    await this.unitOfWork.run(async manager => {
      const { affected } = await manager.delete(InspectRuleEntity, { id: rule.id });
      if (affected !== 1) throw new AppError('COMMON_RECORD_NOT_FOUND');
      await this.record(manager, { rule, names, actor }, 'ended');
    });
    await this.rules.announce();
  }

  private async namesOf({ userId, tokenId, channelId }: InspectRule): Promise<RuleNames> {
    return {
      username: (await this.names.users([userId])).get(userId)?.name ?? '',
      tokenName: (await this.names.tokens([tokenId])).get(tokenId)?.name ?? '',
      channelName: (await this.names.channels([channelId])).get(channelId) ?? '',
    };
  }

  /** A rule about one user stands in the log of this user, who so is told; all others in that of the actor. */
  private record(
    manager: EntityManager,
    { rule, names, actor }: RecordedRule,
    change: 'made' | 'ended',
  ): Promise<void> {
    const which = callsOf(rule, names);
    const time = new Date(rule.expiresAtMs).toISOString();
    const isAboutUser = rule.userId > 0 && names.username !== '';
    return this.managementLog.record(manager, {
      userId: isAboutUser ? rule.userId : actor.id,
      username: isAboutUser ? names.username : actor.username,
      actor,
      target: 'inspect rule',
      said:
        change === 'made'
          ? { key: 'inspect_rule_made', which, share: shareOf(rule), time }
          : { key: 'inspect_rule_ended', which },
      ...(rule.note !== '' && { reason: rule.note }),
    });
  }
}

/** Most rules that owners of keys have at a time, on the whole site. */
const OWN_RULES_MAX = 1000;

interface RuleNames {
  readonly username: string;
  readonly tokenName: string;
  readonly channelName: string;
}

interface RecordedRule {
  readonly rule: NewRule;
  readonly names: RuleNames;
  readonly actor: Actor;
}

function timesOf(hours: number, { username }: Actor): Pick<InspectRule, 'createdAtMs' | 'expiresAtMs' | 'createdBy'> {
  const createdAtMs = Date.now();
  return { createdAtMs, expiresAtMs: createdAtMs + hours * HOUR_MS, createdBy: username };
}
