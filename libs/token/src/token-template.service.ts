import { Injectable } from '@nestjs/common';
import { AccountKind, Ledger } from '@billing';
import {
  Role,
  TOKEN_NEVER_EXPIRES,
  TOKEN_RATE_COUNT_DEFAULT,
  TOKEN_RATE_INTERVAL_DEFAULT_SECONDS,
  TOKEN_TEMPLATE_EXPIRY_MAX_SECONDS,
  TOKEN_TEMPLATES_MAX,
  type TokenTemplate,
  type TokenTemplateSave,
} from '@contracts';
import { AppError } from '@kernel';
import { Database, UnitOfWork, type Caller } from '@platform';
import { checkedCallLimits, noCallLimits, toCallLimitFields } from '@user';
import { In } from 'typeorm';
import { checkedIpLimits } from './ip-limits';
import { TokenTemplateEntity } from './token-template.entity';
import { checkedDefaultModel, checkedModelLimits, checkedName, checkQuota, checkRateValue } from './token-rules';

/** The owner of templates that everybody is offered. */
const SITE = 0;

type Settings = Omit<TokenTemplate, 'id' | 'is_site'>;

/** Saved values of the form of a new token. A template only fills the form: each token is checked when it is created. */
@Injectable()
export class TokenTemplateService {
  constructor(
    private readonly database: Database,
    private readonly ledger: Ledger,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Those of the site first, then one's own, each by name. */
  async list(caller: Caller): Promise<readonly TokenTemplate[]> {
    const rows = await this.database.read.find(TokenTemplateEntity, {
      where: { userId: In([SITE, caller.id]) },
      order: { userId: 'ASC', name: 'ASC' },
    });
    return rows.map(toTemplate);
  }

  /**
   * Saves a template; one of the same owner and name is replaced.
   *
   * @throws AppError AUTH_FORBIDDEN for a template of the site, TOKEN_TEMPLATE_NAME, TOKEN_TEMPLATE_EXPIRY,
   *   TOKEN_TEMPLATE_TOO_MANY and the refusals of the fields
   */
  async save(caller: Caller, request: TokenTemplateSave): Promise<TokenTemplate> {
    if (request.is_site && caller.role < Role.Admin) throw new AppError('AUTH_FORBIDDEN');
    const userId = request.is_site ? SITE : caller.id;
    const settings = checkedSettings(request);
    return this.unitOfWork.run(async manager => {
      // This locks an account, so that two nodes cannot both count one too few.
      await this.ledger.lockedBalance(manager, AccountKind.User, caller.id);
      const stored = await manager.findOneBy(TokenTemplateEntity, { userId, name: settings.name });
      if (!stored && (await manager.countBy(TokenTemplateEntity, { userId })) >= TOKEN_TEMPLATES_MAX) {
        throw new AppError('TOKEN_TEMPLATE_TOO_MANY', { params: { max: TOKEN_TEMPLATES_MAX } });
      }
      const values = { userId, name: settings.name, settings: JSON.stringify(settings), createdAtMs: Date.now() };
      const row = await manager.save(TokenTemplateEntity, { ...(stored && { id: stored.id }), ...values });
      return toTemplate(row);
    });
  }

  /** @throws AppError COMMON_RECORD_NOT_FOUND also for templates of others, and of the site where one may not */
  async remove(caller: Caller, id: number): Promise<void> {
    const owners = caller.role >= Role.Admin ? [SITE, caller.id] : [caller.id];
    await this.unitOfWork.run(async manager => {
      const { affected } = await manager.delete(TokenTemplateEntity, { id, userId: In(owners) });
      if (affected !== 1) throw new AppError('COMMON_RECORD_NOT_FOUND');
    });
  }
}

function toTemplate({ id, userId, settings }: TokenTemplateEntity): TokenTemplate {
  return { ...(JSON.parse(settings) as Settings), id: Number(id), is_site: userId === SITE }; // written by this file only
}

/** @throws AppError, see TokenTemplateService.save */
function checkedSettings(request: TokenTemplateSave): Settings {
  const name = checkedName(request.name);
  if (name === '') throw new AppError('TOKEN_TEMPLATE_NAME');
  checkQuota(request.remain_quota);
  const interval = request.rate_limit_interval ?? TOKEN_RATE_INTERVAL_DEFAULT_SECONDS;
  const count = request.rate_limit_count ?? TOKEN_RATE_COUNT_DEFAULT;
  checkRateValue(interval);
  checkRateValue(count);
  return {
    name,
    remain_quota: request.remain_quota,
    unlimited_quota: request.unlimited_quota,
    expires_in_seconds: checkedExpiresIn(request.expires_in_seconds),
    model_limits_enabled: request.model_limits_enabled,
    model_limits: checkedModelLimits(request.model_limits),
    ip_limits: checkedIpLimits(request.ip_limits ?? ''),
    rate_limit_enabled: request.rate_limit_enabled ?? false,
    rate_limit_interval: interval,
    rate_limit_count: count,
    ...toCallLimitFields({ ...noCallLimits, ...checkedCallLimits(request) }),
    default_model: checkedDefaultModel(request.default_model ?? ''),
    group: request.group.trim().slice(0, 64),
  };
}

function checkedExpiresIn(seconds: number): number {
  if (seconds === TOKEN_NEVER_EXPIRES) return seconds;
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > TOKEN_TEMPLATE_EXPIRY_MAX_SECONDS) {
    throw new AppError('TOKEN_TEMPLATE_EXPIRY', { params: { max: TOKEN_TEMPLATE_EXPIRY_MAX_SECONDS } });
  }
  return seconds;
}
