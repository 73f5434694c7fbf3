import { Button, Callout, Dialog, DialogBody, DialogFooter, Intent } from '@blueprintjs/core';
import { type ModelRule, type PriceTableRow } from '@contracts';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type PriceView } from '../price-draft';
import { GroupList } from './GroupList';
import { belowOf, findRuleFault, toRule, toRuleDraft, type RuleDraft, type RuleFault } from './rule-draft';
import { TierList } from './TierList';
import { TypicalCalls } from './TypicalCalls';
import { WindowList } from './WindowList';

interface RuleDialogProps {
  readonly row: PriceTableRow;
  readonly view: PriceView;
  readonly quotaPerUnit: number;
  /** Takes what was typed among the changes that are not saved yet; null for a model that costs the same always. */
  readonly onTake: (rule: ModelRule | null) => void;
  readonly onClose: () => void;
}

function Section({
  title,
  hint,
  children,
}: {
  readonly title: string;
  readonly hint: string;
  readonly children: ReactNode;
}) {
  return (
    <section className="rule-section">
      <h2 className="section-title">{title}</h2>
      <p className="muted">{hint}</p>
      {children}
    </section>
  );
}

/** What a model costs by length of the prompt, by hours and by group. */
export function RuleDialog({ row, view, quotaPerUnit, onTake, onClose }: RuleDialogProps) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState(() => toRuleDraft(row.rule));
  const [fault, setFault] = useState<RuleFault | null>(null);
  const context = useMemo(() => ({ view, quotaPerUnit, below: belowOf(row) }), [view, quotaPerUnit, row]);
  const change = (changes: Partial<RuleDraft>) => {
    setFault(null);
    setDraft(current => ({ ...current, ...changes }));
  };
  const take = () => {
    const rule = toRule(draft);
    const wrong = findRuleFault(rule);
    setFault(wrong);
    if (wrong !== null) return;
    onTake(rule);
    onClose();
  };
  return (
    <Dialog
      className="wide-dialog"
      isOpen
      canOutsideClickClose={false}
      title={t('price_rules.title', { model: row.model })}
      onClose={onClose}
    >
      <DialogBody>
        <p className="muted">{t(view === 'money' ? 'price_rules.intro_money' : 'price_rules.intro_ratio')}</p>
        <Section title={t('price_rules.tiers')} hint={t('price_rules.tiers_hint')}>
          <TierList tiers={draft.tiers} of="" context={context} onChange={tiers => change({ tiers })} />
        </Section>
        <Section title={t('price_rules.hours')} hint={t('price_rules.hours_hint')}>
          <WindowList windows={draft.windows} of="" context={context} onChange={windows => change({ windows })} />
        </Section>
        <Section title={t('price_rules.groups')} hint={t('price_rules.groups_hint')}>
          <GroupList draft={draft} context={context} onChange={groups => change({ groups })} />
        </Section>
        <Section title={t('price_rules.typical')} hint={t('price_rules.typical_hint')}>
          <TypicalCalls draft={draft} context={context} />
        </Section>
        {fault !== null && (
          <Callout intent={Intent.DANGER} role="alert">
            {t(`price_rules.fault_${fault}`)}
          </Callout>
        )}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('common.cancel')} onClick={onClose} />
            <Button intent={Intent.PRIMARY} text={t('price_rules.take')} onClick={take} />
          </>
        }
      />
    </Dialog>
  );
}
