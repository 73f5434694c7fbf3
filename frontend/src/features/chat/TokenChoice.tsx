import { FormGroup, Radio, RadioGroup, Tag } from '@blueprintjs/core';
import { QUICK_TOKENS_PER_PAGE, type TokenView } from '@contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatQuota } from '../../shared/format/quota';
import { pageOf } from '../../shared/format/list';
import { useStatus } from '../../base/site/use-status';
import { PageTurner } from './PageTurner';
import { isUsable } from './use-chat-setup';

interface TokenChoiceProps {
  readonly tokens: readonly TokenView[];
  readonly chosen: TokenView | undefined;
  readonly fault?: string;
  readonly onChoose: (id: number) => void;
}

/** The details by which users recognise a token. */
function TokenLine({ token }: { readonly token: TokenView }) {
  const { t } = useTranslation();
  const status = useStatus();
  return (
    <span className="cluster token-line">
      <span className="token-line-name">{token.name}</span>
      {token.group !== '' && <Tag minimal>{token.group}</Tag>}
      <span className="muted">
        {token.unlimited_quota ? t('token.unlimited') : formatQuota(token.remain_quota, status)}
      </span>
      {!isUsable(token) && <Tag minimal>{t('common.disabled')}</Tag>}
    </span>
  );
}

/** A choice among the own tokens, a few at a time. */
export function TokenChoice({ tokens, chosen, fault, onChoose }: TokenChoiceProps) {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const { rows, total } = pageOf(tokens, { page, size: QUICK_TOKENS_PER_PAGE });
  return (
    <FormGroup helperText={fault} intent={fault ? 'danger' : 'none'}>
      <RadioGroup
        label={t('chat.token')}
        selectedValue={chosen?.id}
        onChange={event => onChoose(Number(event.currentTarget.value))}
      >
        {rows.map(token => (
          <Radio
            key={token.id}
            value={token.id}
            disabled={!isUsable(token)}
            labelElement={<TokenLine token={token} />}
          />
        ))}
      </RadioGroup>
      <PageTurner page={page} pages={Math.ceil(total / QUICK_TOKENS_PER_PAGE)} onPage={setPage} />
    </FormGroup>
  );
}
