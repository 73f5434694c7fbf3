import { splitList, TOKEN_NEVER_EXPIRES, type TokenTemplate, type TokenTemplateSave } from '@contracts';
import { toCallLimitDraft } from '../../shared/form/call-limit-draft';
import { parseTime, toInputTime } from '../../shared/format/time';
import { toCreate, type TokenDraft } from './token-form';

/** What a template fills of the form; name and number of the tokens stay as they are typed. */
export function fromTemplate(template: TokenTemplate, nowSeconds: number): Partial<TokenDraft> {
  const { expires_in_seconds: seconds } = template;
  return {
    group: template.group,
    expiry: seconds === TOKEN_NEVER_EXPIRES ? '' : toInputTime(nowSeconds + seconds),
    quota: String(template.remain_quota),
    isUnlimited: template.unlimited_quota,
    hasModelLimits: template.model_limits_enabled,
    models: splitList(template.model_limits),
    addresses: template.ip_limits,
    defaultModel: template.default_model,
    hasRateLimit: template.rate_limit_enabled,
    rateIntervalSeconds: String(template.rate_limit_interval),
    rateCount: String(template.rate_limit_count),
    limits: toCallLimitDraft(template),
  };
}

/** A template with the values of a form without faults; the expiry becomes the time until it. */
export function toTemplate(
  draft: TokenDraft,
  { name, isSite, nowSeconds }: { readonly name: string; readonly isSite: boolean; readonly nowSeconds: number },
): TokenTemplateSave {
  const { expired_time: _expiry, tags: _tags, ...settings } = toCreate(draft, name);
  const expiry = parseTime(draft.expiry);
  return {
    ...settings,
    expires_in_seconds: expiry === null ? TOKEN_NEVER_EXPIRES : Math.max(1, expiry - nowSeconds),
    is_site: isSite,
  };
}
