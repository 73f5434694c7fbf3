import { type RuleChange } from '@contracts';
import { useTranslation } from 'react-i18next';
import { FactList } from '../../../shared/display/FactList';
import { ruleText } from './rule-text';

interface RuleChangesProps {
  readonly label: string;
  readonly changes: readonly RuleChange[];
}

/** What changed beside the cells, in a few words each; nothing where nothing did. */
export function RuleChanges({ label, changes }: RuleChangesProps) {
  const { t } = useTranslation();
  if (changes.length === 0) return null;
  return (
    <>
      <p className="muted">{label}</p>
      <FactList
        facts={changes.map(({ model, before, value }) => ({
          label: model,
          value: `${ruleText(before, t)} → ${ruleText(value, t)}`,
        }))}
      />
    </>
  );
}
