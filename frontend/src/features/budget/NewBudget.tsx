import { useTranslation } from 'react-i18next';
import { BudgetDialog } from '../../base/budget/BudgetDialog';
import { useListGroupsQuery } from '../../base/site/site-api';
import { SelectField, TextField } from '../../shared/form/fields';
import { useKeptDraft } from '../../shared/form/kept-drafts';

interface OwnerDraft {
  readonly scope: 'user' | 'group';
  readonly username: string;
  readonly group: string;
}

const nobody: OwnerDraft = { scope: 'user', username: '', group: '' };
const noGroups: readonly string[] = [];

/** A new budget of a user or of a group; that of a key begins at the key. */
export function NewBudget({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { data: groups = noGroups } = useListGroupsQuery();
  const { draft, setDraft, kept } = useKeptDraft('budget/new-owner', () => nobody);
  const { scope, username, group } = draft;
  const set = (changes: Partial<OwnerDraft>) => setDraft(current => ({ ...current, ...changes }));
  const chosen = group === '' ? (groups[0] ?? '') : group;
  const owner =
    scope === 'user'
      ? { scope, ownerId: 0, group: '', username: username.trim(), isOwn: false }
      : { scope, ownerId: 0, group: chosen, username: '', isOwn: false };
  return (
    <BudgetDialog owner={owner} budget={null} title={t('budget.add')} keptAbove={kept} onClose={onClose}>
      <SelectField
        label={t('budget.owner')}
        helper={t('budget.owner_hint')}
        value={scope}
        options={(['user', 'group'] as const).map(value => ({ value, label: t(`budget.scope_${value}`) }))}
        onChange={value => set({ scope: value === 'group' ? 'group' : 'user' })}
      />
      {scope === 'user' ? (
        <TextField label={t('budget.username')} autoFocus value={username} onChange={name => set({ username: name })} />
      ) : (
        <SelectField
          label={t('budget.group')}
          helper={t('budget.group_hint')}
          value={chosen}
          options={groups.map(value => ({ value, label: value }))}
          onChange={name => set({ group: name })}
        />
      )}
    </BudgetDialog>
  );
}
