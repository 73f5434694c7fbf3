import { Intent, Tag } from '@blueprintjs/core';
import { TokenStatus, type TokenFacts, type TokenStatusValue } from '@contracts';
import { type TFunction } from 'i18next';
import { TimeCell } from '../../shared/display/TimeCell';

interface StatusTagProps {
  readonly status: TokenStatusValue;
  /** True where the owner cannot enable the token, because an administrator disabled it. */
  readonly isDisabledByAdmin: boolean;
  readonly t: TFunction;
}

export function StatusTag({ status, isDisabledByAdmin, t }: StatusTagProps) {
  switch (status) {
    case TokenStatus.Enabled:
      return (
        <Tag minimal intent={Intent.SUCCESS}>
          {t('common.enabled')}
        </Tag>
      );
    case TokenStatus.Disabled:
      return isDisabledByAdmin ? (
        <Tag minimal intent={Intent.DANGER}>
          {t('token.disabled_by_admin')}
        </Tag>
      ) : (
        <Tag minimal>{t('common.disabled')}</Tag>
      );
    case TokenStatus.Expired:
      return (
        <Tag minimal intent={Intent.WARNING}>
          {t('token.expired')}
        </Tag>
      );
    case TokenStatus.Exhausted:
      return (
        <Tag minimal intent={Intent.WARNING}>
          {t('token.exhausted')}
        </Tag>
      );
  }
}

/** When, from where and with what the token was used last; the time alone is its making until then. */
export function LastUse({ token }: { readonly token: TokenFacts }) {
  // A key that was never used has the time of its creation.
  if (token.accessed_ip === '' && token.accessed_time <= token.created_time) return <span className="muted">–</span>;
  return (
    <span title={token.accessed_client}>
      <TimeCell seconds={token.accessed_time} isStacked />
      {token.accessed_ip !== '' && <span className="muted token-client">{token.accessed_ip}</span>}
      {token.accessed_client !== '' && <span className="muted token-client">{token.accessed_client}</span>}
    </span>
  );
}
