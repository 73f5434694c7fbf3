import { Button } from '@blueprintjs/core';
import { Plus, Trash } from '@blueprintjs/icons';
import { PRICE_TIERS_MAX, tierKeys } from '@contracts';
import { useTranslation } from 'react-i18next';
import { NumberField } from '../../../shared/form/fields';
import { PriceFields, type RuleContext } from './PriceFields';
import { newTier, type TierDraft } from './rule-draft';

interface TierListProps {
  readonly tiers: readonly TierDraft[];
  /** Names the part to which the tiers belong; empty for the model itself. */
  readonly of: string;
  readonly context: RuleContext;
  readonly onChange: (tiers: readonly TierDraft[]) => void;
}

/** Prices from a length of the prompt on. */
export function TierList({ tiers, of, context, onChange }: TierListProps) {
  const { t } = useTranslation();
  const change = (at: number, changes: Partial<TierDraft>) =>
    onChange(tiers.map((tier, place) => (place === at ? { ...tier, ...changes } : tier)));
  return (
    <>
      {tiers.map((tier, at) => {
        const name = [of, t('price_rules.tier_of', { number: at + 1 })].filter(Boolean).join(' · ');
        return (
          <div key={at} className="rule-part" role="group" aria-label={name}>
            <div className="rule-head">
              <NumberField
                label={t('price_rules.above')}
                value={tier.above}
                min={1}
                onChange={above => change(at, { above })}
              />
              <Button
                variant="minimal"
                icon={<Trash />}
                aria-label={t('price_rules.remove', { name })}
                onClick={() => onChange(tiers.filter((_, place) => place !== at))}
              />
            </div>
            <PriceFields
              name={name}
              keys={tierKeys}
              prices={tier.prices}
              context={context}
              onChange={prices => change(at, { prices })}
            />
          </div>
        );
      })}
      {tiers.length < PRICE_TIERS_MAX && (
        <Button
          icon={<Plus />}
          size="small"
          text={t('price_rules.add_tier')}
          onClick={() => onChange([...tiers, newTier(tiers)])}
        />
      )}
    </>
  );
}
