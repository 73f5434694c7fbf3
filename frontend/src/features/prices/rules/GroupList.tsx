import { Button, HTMLSelect } from '@blueprintjs/core';
import { Trash } from '@blueprintjs/icons';
import { PRICE_GROUPS_MAX, priceTableKeys } from '@contracts';
import { useTranslation } from 'react-i18next';
import { useListGroupsQuery } from '../../../base/site/site-api';
import { PriceFields, type RuleContext } from './PriceFields';
import { newGroup, partOver, type GroupDraft, type RuleDraft } from './rule-draft';
import { TierList } from './TierList';
import { WindowList } from './WindowList';

interface GroupEditorProps {
  readonly own: GroupDraft;
  readonly context: RuleContext;
  readonly onChange: (changes: Partial<GroupDraft>) => void;
  readonly onRemove: () => void;
}

function GroupEditor({ own, context, onChange, onRemove }: GroupEditorProps) {
  const { t } = useTranslation();
  const name = t('price_rules.group_of', { group: own.group });
  const above = { ...context, below: partOver(context.below, own.prices) };
  return (
    <div className="rule-part" role="group" aria-label={name}>
      <div className="rule-head">
        <strong>{own.group}</strong>
        <Button variant="minimal" icon={<Trash />} aria-label={t('price_rules.remove', { name })} onClick={onRemove} />
      </div>
      <PriceFields
        name={name}
        keys={priceTableKeys}
        prices={own.prices}
        context={context}
        onChange={prices => onChange({ prices })}
      />
      <TierList tiers={own.tiers} of={name} context={above} onChange={tiers => onChange({ tiers })} />
      <WindowList windows={own.windows} of={name} context={above} onChange={windows => onChange({ windows })} />
    </div>
  );
}

interface GroupListProps {
  readonly draft: RuleDraft;
  readonly context: RuleContext;
  readonly onChange: (groups: readonly GroupDraft[]) => void;
}

/** Own prices of groups, in place of everything else. */
export function GroupList({ draft, context, onChange }: GroupListProps) {
  const { t } = useTranslation();
  const { data: groups = [] } = useListGroupsQuery();
  const own = draft.groups;
  const free = groups.filter(group => !own.some(other => other.group === group));
  return (
    <>
      {own.map((group, at) => (
        <GroupEditor
          key={group.group}
          own={group}
          context={context}
          onChange={changes => onChange(own.map((other, place) => (place === at ? { ...other, ...changes } : other)))}
          onRemove={() => onChange(own.filter(other => other !== group))}
        />
      ))}
      {free.length > 0 && own.length < PRICE_GROUPS_MAX && (
        <HTMLSelect
          aria-label={t('price_rules.add_group')}
          value=""
          options={[{ value: '', label: t('price_rules.add_group') }, ...free]}
          onChange={event => onChange([...own, newGroup(event.currentTarget.value, context.below, draft)])}
        />
      )}
    </>
  );
}
