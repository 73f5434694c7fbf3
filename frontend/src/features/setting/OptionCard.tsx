import { Card, H5 } from '@blueprintjs/core';
import { optionRow } from '@contracts';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { notices } from '../../shared/dialog/notices';
import { DraftCard } from '../../shared/form/DraftCard';
import { prettyJson } from '../../shared/form/json';
import { useDraft } from '../../shared/form/use-draft';
import { findFieldFault, toOptionText, type OptionCardRow } from './option-card';
import { OptionFieldInput } from './OptionFieldInput';
import { OptionSwitch } from './OptionSwitch';
import { SettingAnchor } from '../../shared/display/SettingAnchor';
import { SiteAddresses } from './SiteAddresses';
import { type OptionTexts } from './setting-api';
import { useSaveOption } from './use-save-option';

interface OptionCardProps {
  readonly card: OptionCardRow;
  readonly options: OptionTexts;
  /** Shown above the fields, and below the switches of a card without fields. */
  readonly children?: ReactNode;
  /** Further buttons beside the save button. */
  readonly extraActions?: ReactNode;
}

/** JSON is shown formatted, so a text that differs only in blanks is not a change. */
function savedTexts({ fields }: OptionCardRow, options: OptionTexts): OptionTexts {
  const textOf = (key: OptionCardRow['fields'][number]['key']) => {
    const text = options[key] ?? '';
    return optionRow(key).kind === 'json' ? prettyJson(text) : text;
  };
  return Object.fromEntries(fields.map(({ key }) => [key, textOf(key)]));
}

/** Switches that save at once, each on its own line. */
function Switches({ card, options }: Pick<OptionCardProps, 'card' | 'options'>) {
  return (
    <div className="option-switches">
      {card.switches?.map(row => (
        <OptionSwitch key={row.key} row={row} isOn={options[row.key] === 'true'} />
      ))}
    </div>
  );
}

/** A card with switches only, so it has no save button. */
function SwitchCard({ card, options, children }: OptionCardProps) {
  const { t } = useTranslation();
  return (
    <Card className="draft-card">
      <H5>{t(card.title)}</H5>
      {card.description && <p className="muted">{t(card.description)}</p>}
      <Switches card={card} options={options} />
      {children}
    </Card>
  );
}

/** A settings card for some options; it sends one call per changed option. */
function FieldCard({ card, options, children, extraActions }: OptionCardProps) {
  const { t } = useTranslation();
  const save = useSaveOption();
  const saved = useMemo(() => savedTexts(card, options), [card, options]);
  const draft = useDraft(`setting/${card.id}`, saved);

  const findFault = () => {
    const { needs, fields } = card;
    if (needs && !options[needs.key]) return t(needs.sentence);
    const changed = Object.fromEntries(draft.changedKeys.map(key => [key, draft.values[key] ?? '']));
    const fault = findFieldFault(fields, changed);
    return fault && t(fault);
  };

  const saveText = async (name: string, text: string) => {
    const field = card.fields.find(({ key }) => key === name);
    if (!field) return false; // a draft can hold only the fields of its card
    const sent = toOptionText(field.key, text);
    draft.set(name, sent); // this is the text that the server will return, so the field counts as saved then
    const isSaved = await save(name, sent);
    if (isSaved && optionRow(field.key).secret) draft.set(name, ''); // from now on the secret cannot be read again
    return isSaved;
  };

  const clear = async (key: string) => {
    if (!(await save(key, ''))) return;
    draft.set(key, '');
    notices.success(t('setting.secret_cleared'));
  };

  return (
    <DraftCard
      title={t(card.title)}
      description={card.description && t(card.description)}
      draft={draft}
      findFault={findFault}
      save={saveText}
      extraActions={extraActions}
    >
      {card.addresses && <SiteAddresses rows={card.addresses} serverAddress={options.ServerAddress ?? ''} />}
      {children}
      {card.switches && <Switches card={card} options={options} />}
      <div className="form-grid">
        {card.fields.map(field => (
          <OptionFieldInput
            key={field.key}
            field={field}
            draft={draft}
            options={options}
            onClear={() => void clear(field.key)}
          />
        ))}
      </div>
    </DraftCard>
  );
}

export function OptionCard(props: OptionCardProps) {
  return (
    <SettingAnchor id={props.card.id}>
      {props.card.fields.length === 0 ? <SwitchCard {...props} /> : <FieldCard {...props} />}
    </SettingAnchor>
  );
}
