import { Button, Collapse } from '@blueprintjs/core';
import { ChevronDown, ChevronRight } from '@blueprintjs/icons';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { JsonField } from '../../shared/form/JsonField';
import { TextField } from '../../shared/form/fields';
import { isSound } from './channel-shape-form';
import { toCostDraft, toCostText, type CostDraft } from './supplier-cost-form';
import { type ChannelForm } from './use-channel-form';

const PRICES_EXAMPLE = `{"gpt-4o": {"input": 2.5, "output": 10, "cache_read": 1.25},
 "dall-e-3": {"call": 0.04}}`;

/** What the calls of the channel cost at the supplier. It is folded unless something is set. */
export function ChannelCostFields({ form: { draft, set } }: { readonly form: ChannelForm }) {
  const { t } = useTranslation();
  const stored = draft.shape.supplier_cost;
  const [cost, setCost] = useState(() => toCostDraft(stored));
  const [isOpen, setOpen] = useState(stored !== '');
  const id = useId();
  const change = (changes: Partial<CostDraft>) => {
    const next = { ...cost, ...changes };
    setCost(next);
    set({ shape: { ...draft.shape, supplier_cost: toCostText(next) } });
  };
  const fault = isSound('supplier_cost', stored) ? undefined : t('channel.fault_supplier_cost');
  return (
    <>
      <Button
        variant="minimal"
        icon={isOpen ? <ChevronDown /> : <ChevronRight />}
        text={t('channel.supplier_cost')}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      />
      <Collapse isOpen={isOpen}>
        <div id={id}>
          <TextField
            label={t('channel.cost_discount')}
            helper={t('channel.cost_discount_hint')}
            value={cost.discount}
            onChange={discount => change({ discount })}
          />
          <TextField
            label={t('channel.cost_per_day')}
            helper={t('channel.cost_per_day_hint')}
            value={cost.perDay}
            onChange={perDay => change({ perDay })}
          />
          <TextField
            label={t('channel.cost_from')}
            helper={t('channel.cost_from_hint')}
            type="date"
            value={cost.from}
            onChange={from => change({ from })}
          />
          <JsonField
            label={t('channel.cost_models')}
            helper={t('channel.cost_models_hint')}
            placeholder={PRICES_EXAMPLE}
            rows={5}
            value={cost.models}
            fault={fault}
            onChange={models => change({ models })}
          />
        </div>
      </Collapse>
    </>
  );
}
