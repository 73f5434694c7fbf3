import { Button, Card, Classes, H5, H6, HTMLSelect, InputGroup, Intent } from '@blueprintjs/core';
import { Add, Trash } from '@blueprintjs/icons';
import { routingStrategies, type OptionKey, type RoutingStrategy } from '@contracts';
import { type ParseKeys } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notices } from '../../../shared/dialog/notices';
import { PriceEffect } from '../../../base/price-effect/PriceEffect';
import { type OptionTexts } from '../setting-api';
import { useOptionFault } from '../use-option-fault';
import { useSaveOption } from '../use-save-option';
import { emptyRow, rowsOfList, rowsOfMap, toNameList, toRatioMap, toTextMap, type GroupRow } from './group-rows';

/** One of the group options, and how its rows are read and written. */
interface GroupSectionRow {
  readonly key: OptionKey;
  readonly title: ParseKeys;
  /** The label of the second column; null when there is none. */
  readonly valueLabel: ParseKeys | null;
  /** What the second column offers; without it any text may be written. */
  readonly choices?: Readonly<Record<RoutingStrategy, ParseKeys>>;
  readonly hint?: ParseKeys;
  readonly button: ParseKeys;
  readonly done: ParseKeys;
  readonly failed: ParseKeys;
  readonly read: (text: string) => readonly GroupRow[];
  /** Returns the text to save; null when a row cannot be saved. */
  readonly write: (rows: readonly GroupRow[]) => string | null;
}

const sections: readonly GroupSectionRow[] = [
  {
    key: 'GroupDisplayNames',
    title: 'setting.group_names',
    valueLabel: 'setting.group_label',
    button: 'setting.set_group_names',
    done: 'setting.group_names_done',
    failed: 'setting.group_names_failed',
    read: rowsOfMap,
    write: toTextMap,
  },
  {
    key: 'GroupRatio',
    title: 'setting.group_ratios',
    valueLabel: 'setting.group_ratio',
    button: 'setting.set_group_ratios',
    done: 'setting.group_ratios_done',
    failed: 'setting.group_ratios_failed',
    read: rowsOfMap,
    write: toRatioMap,
  },
  {
    key: 'GroupRoutingStrategies',
    title: 'setting.group_strategies',
    valueLabel: 'setting.group_strategy',
    choices: {
      weighted: 'setting.strategy_weighted',
      fastest: 'setting.strategy_fastest',
      least_busy: 'setting.strategy_least_busy',
      cheapest: 'setting.strategy_cheapest',
    },
    hint: 'setting.group_strategies_hint',
    button: 'setting.set_group_strategies',
    done: 'setting.group_strategies_done',
    failed: 'setting.group_strategies_failed',
    read: rowsOfMap,
    write: toTextMap,
  },
  {
    key: 'HiddenGroups',
    title: 'setting.hidden_groups',
    valueLabel: null,
    button: 'setting.set_hidden_groups',
    done: 'setting.hidden_groups_done',
    failed: 'setting.hidden_groups_failed',
    read: rowsOfList,
    write: toNameList,
  },
];

interface SectionProps {
  readonly section: GroupSectionRow;
  readonly saved: string;
}

interface RowFieldsProps {
  readonly row: GroupRow;
  readonly section: GroupSectionRow;
  readonly onChange: (row: GroupRow) => void;
  readonly onDelete: () => void;
}

function RowFields({ row, section, onChange, onDelete }: RowFieldsProps) {
  const { t } = useTranslation();
  const { valueLabel, choices } = section;
  return (
    <div className={`row-editor${valueLabel ? '' : ' row-editor-single'}`}>
      <InputGroup
        aria-label={t('setting.group_name')}
        placeholder={t('setting.group_name')}
        value={row.name}
        onValueChange={name => onChange({ ...row, name })}
      />
      {valueLabel && choices && (
        <HTMLSelect
          fill
          aria-label={t(valueLabel)}
          value={row.value}
          onChange={event => onChange({ ...row, value: event.currentTarget.value })}
          options={routingStrategies.map(value => ({ value, label: t(choices[value]) }))}
        />
      )}
      {valueLabel && !choices && (
        <InputGroup
          aria-label={t(valueLabel)}
          placeholder={t(valueLabel)}
          value={row.value}
          onValueChange={value => onChange({ ...row, value })}
        />
      )}
      <Button variant="minimal" icon={<Trash />} aria-label={t('common.delete')} onClick={onDelete} />
    </div>
  );
}

/** The changes of a section, and the action that saves them. */
function useSectionChange({ section, saved }: SectionProps, rows: Parameters<SectionProps['section']['write']>[0]) {
  const { t } = useTranslation();
  const save = useSaveOption();
  const faultOf = useOptionFault();
  const [isSaving, setSaving] = useState(false);

  /** Returns the text to save; null when nothing changed or when the rows are invalid, which is shown. */
  const changedText = (): string | null => {
    const text = section.write(rows);
    if (text !== null && text === section.write(section.read(saved))) {
      notices.warning(t('common.no_change'));
      return null;
    }
    const fault = text === null ? t('setting.check_input') : faultOf(section.key, text);
    if (fault === undefined) return text;
    notices.error(fault);
    return null;
  };

  const ratioChange = () => {
    const text = changedText();
    return text === null ? null : { GroupRatio: text };
  };

  const submit = async () => {
    const text = changedText();
    if (text === null) return;
    setSaving(true);
    const isSaved = await save(section.key, text);
    setSaving(false);
    if (isSaved) notices.success(t(section.done));
    else notices.error(t(section.failed));
  };
  return { isSaving, submit, ratioChange };
}

/** The rows of one group option, with a save button of its own. It is mounted again for each saved text. */
function Section({ section, saved }: SectionProps) {
  const { t } = useTranslation();
  const [rows, setRows] = useState(() => section.read(saved));
  const { isSaving, submit, ratioChange } = useSectionChange({ section, saved }, rows);

  return (
    <form
      className="block"
      onSubmit={event => {
        event.preventDefault();
        void submit();
      }}
    >
      <H6>{t(section.title)}</H6>
      {section.hint && <p className={Classes.TEXT_MUTED}>{t(section.hint)}</p>}
      {rows.map((row, index) => (
        <RowFields
          // Rows have no identity of their own, and none of them has state.
          key={index}
          row={row}
          section={section}
          onChange={changed => setRows(rows.with(index, changed))}
          onDelete={() => setRows(rows.filter((_row, position) => position !== index))}
        />
      ))}
      <div className="form-actions">
        <Button
          icon={<Add />}
          text={t('setting.add_row')}
          onClick={() => setRows([...rows, section.choices ? { name: '', value: routingStrategies[0] } : emptyRow])}
        />
        <Button type="submit" intent={Intent.PRIMARY} loading={isSaving} text={t(section.button)} />
        {section.key === 'GroupRatio' && <PriceEffect optionsOf={ratioChange} />}
      </div>
    </form>
  );
}

/** The names, ratios and visibility of groups. */
export function GroupCard({ options }: { readonly options: OptionTexts }) {
  const { t } = useTranslation();
  return (
    <Card className="draft-card">
      <H5>{t('setting.groups')}</H5>
      {sections.map(section => {
        const saved = options[section.key] ?? '';
        return <Section key={`${section.key}:${saved}`} section={section} saved={saved} />;
      })}
    </Card>
  );
}
