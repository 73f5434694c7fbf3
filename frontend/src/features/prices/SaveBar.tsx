import { Button, Callout, Intent } from '@blueprintjs/core';
import { Undo } from '@blueprintjs/icons';
import { type PriceTableRow } from '@contracts';
import { useTranslation } from 'react-i18next';
import { PriceEffect } from '../../base/price-effect/PriceEffect';
import { notices } from '../../shared/dialog/notices';
import { formatNumber } from '../../shared/format/quota';
import { optionsAfter } from './price-draft';
import { priceText } from './price-number';
import { useSavePricesMutation } from './prices-api';
import { priceHeaders } from './price-headers';
import { ruleText } from './rules/rule-text';
import { type PriceDraftHandle } from './use-price-draft';

const CONFLICTS_SHOWN = 5;

/** Cells that somebody else has saved while they were changed here: nothing is lost until the reader decides. */
export function Conflicts({ handle }: { readonly handle: PriceDraftHandle }) {
  const { t } = useTranslation();
  const { conflicts, ruleConflicts, settle } = handle;
  const headers = priceHeaders(t);
  if (conflicts.length + ruleConflicts.length === 0) return null;
  return (
    <Callout className="block" intent={Intent.WARNING} role="alert" title={t('prices.conflict_title')}>
      {conflicts.slice(0, CONFLICTS_SHOWN).map(({ model, key, before, value }) => (
        <div key={`${model} ${key}`}>
          {t('prices.conflict', {
            model,
            column: headers[key],
            saved: priceText(before) || '–',
            ours: priceText(value) || '–',
          })}
        </div>
      ))}
      {ruleConflicts.map(({ model, before, value }) => (
        <div key={model}>
          {t('price_rules.conflict', { model, saved: ruleText(before, t), ours: ruleText(value, t) })}
        </div>
      ))}
      {conflicts.length > CONFLICTS_SHOWN && (
        <div>{t('prices.conflict_more', { number: formatNumber(conflicts.length - CONFLICTS_SHOWN) })}</div>
      )}
      <div className="cluster price-conflict-actions">
        <Button text={t('prices.keep_ours')} onClick={() => settle(true)} />
        <Button text={t('prices.take_saved')} onClick={() => settle(false)} />
      </div>
    </Callout>
  );
}

interface SaveBarProps {
  readonly handle: PriceDraftHandle;
  readonly saved: readonly PriceTableRow[];
}

/** What is not saved yet, and what can be done with it; it stays in sight at the end of the window. */
export function SaveBar({ handle, saved }: SaveBarProps) {
  const { t } = useTranslation();
  const [save, { isLoading }] = useSavePricesMutation();
  const { draft, changes, rules, count, canUndo, undo, clear } = handle;
  const hasConflicts = handle.conflicts.length + handle.ruleConflicts.length > 0;
  if (count === 0 && !canUndo) return null;
  const run = async () => {
    const { data } = await save({ changes, ...(rules.length > 0 && { rules }), origin: draft.origin });
    if (!data) return; // the listener has shown the reason; the changes stay
    clear();
    notices.success(t('prices.saved', { number: formatNumber(data.changed) }));
  };
  return (
    <div className="price-save-bar" role="region" aria-label={t('prices.unsaved_title')}>
      <span role="status">{t('prices.unsaved', { number: formatNumber(count) })}</span>
      <Button icon={<Undo />} text={t('prices.undo')} disabled={!canUndo} onClick={undo} />
      <Button text={t('prices.discard')} onClick={clear} />
      {count > 0 && <PriceEffect optionsOf={() => optionsAfter(saved, draft)} />}
      <Button
        intent={Intent.PRIMARY}
        loading={isLoading}
        disabled={count === 0 || hasConflicts}
        text={t('common.save')}
        onClick={() => void run()}
      />
    </div>
  );
}
