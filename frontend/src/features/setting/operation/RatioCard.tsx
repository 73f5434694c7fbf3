import { Intent } from '@blueprintjs/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { notices } from '../../../shared/dialog/notices';
import { ConfirmButton } from '../../../shared/dialog/ConfirmButton';
import { DraftCard } from '../../../shared/form/DraftCard';
import { prettyJson } from '../../../shared/form/json';
import { JsonField } from '../../../shared/form/JsonField';
import { useDraft } from '../../../shared/form/use-draft';
import { PriceEffect } from '../../../base/price-effect/PriceEffect';
import { useResetModelRatiosMutation, type OptionTexts } from '../setting-api';
import { useOptionFault } from '../use-option-fault';
import { useSaveOption } from '../use-save-option';

/** Prices per call come first, because a model with such a price ignores its ratio. */
const fields = [
  { key: 'ModelPrice', label: 'setting.model_price', hint: 'setting.model_price_hint' },
  { key: 'ModelRatio', label: 'setting.model_ratio', hint: 'setting.model_ratio_hint' },
  { key: 'CompletionRatio', label: 'setting.completion_ratio', hint: 'setting.completion_ratio_hint' },
  { key: 'CacheRatio', label: 'setting.cache_ratio', hint: 'setting.cache_ratio_hint' },
  { key: 'CreateCacheRatio', label: 'setting.create_cache_ratio', hint: 'setting.create_cache_ratio_hint' },
  {
    key: 'CreateCacheHourRatio',
    label: 'setting.create_cache_hour_ratio',
    hint: 'setting.create_cache_hour_ratio_hint',
  },
  { key: 'AudioRatio', label: 'setting.audio_ratio', hint: 'setting.audio_ratio_hint' },
  { key: 'AudioCompletionRatio', label: 'setting.audio_completion_ratio', hint: 'setting.audio_completion_ratio_hint' },
  { key: 'ImageRatio', label: 'setting.image_ratio', hint: 'setting.image_ratio_hint' },
  { key: 'SecondPrice', label: 'setting.second_price', hint: 'setting.second_price_hint' },
  { key: 'SearchPrice', label: 'setting.search_price', hint: 'setting.search_price_hint' },
] as const;

const ROWS = 8;

/** The typed texts of the fields, and their faults. */
function useRatioDraft(options: OptionTexts) {
  const { t } = useTranslation();
  const faultOf = useOptionFault();
  // JSON is shown formatted, so a text that differs only in blanks is not a change.
  const saved = useMemo(
    () => Object.fromEntries(fields.map(({ key }) => [key, prettyJson(options[key] ?? '{}')])),
    [options],
  );
  const draft = useDraft('setting/ratios', saved);

  const faultIn = (key: (typeof fields)[number]['key']) =>
    draft.changedKeys.includes(key) ? faultOf(key, draft.values[key] ?? '') : undefined;

  const findFault = () => {
    const isWrong = fields.some(({ key }) => faultIn(key) !== undefined);
    return isWrong ? t('setting.check_input') : null;
  };

  /** Returns the options that would be saved, for the preview of their effect. */
  const changes = () => {
    const fault = findFault();
    if (fault !== null) notices.error(fault);
    else if (draft.changedKeys.length === 0) notices.warning(t('common.no_change'));
    else return Object.fromEntries(draft.changedKeys.map(key => [key, draft.values[key] ?? '']));
    return null;
  };
  return { draft, faultIn, findFault, changes };
}

/** Prices of models as JSON objects, for those who edit them as texts, and a button that restores the shipped ratios. */
export function RatioCard({ options }: { readonly options: OptionTexts }) {
  const { t } = useTranslation();
  const save = useSaveOption();
  const [resetRatios, { isLoading: isResetting }] = useResetModelRatiosMutation();
  const { draft, faultIn, findFault, changes } = useRatioDraft(options);

  const reset = async () => {
    const { data: sentence } = await resetRatios();
    if (sentence === undefined) return;
    draft.reset();
    notices.success(sentence || t('common.operation_done'));
  };

  return (
    <DraftCard
      title={t('setting.ratio')}
      description={
        <>
          {t('setting.ratio_table')} <Link to="/prices">{t('setting.ratio_table_link')}</Link>
        </>
      }
      draft={draft}
      save={save}
      findFault={findFault}
      saveLabel={t('setting.save_ratio')}
      extraActions={
        <>
          <PriceEffect optionsOf={changes} />
          <ConfirmButton
            intent={Intent.DANGER}
            variant="outlined"
            loading={isResetting}
            text={t('setting.reset_ratio')}
            question={t('setting.reset_ratio_question')}
            warning={t('setting.irreversible')}
            onConfirm={() => void reset()}
          />
        </>
      }
    >
      {fields.map(({ key, label, hint }) => (
        <JsonField
          key={key}
          label={t(label)}
          helper={t(hint)}
          fault={faultIn(key)}
          rows={ROWS}
          isEmptyAllowed={false}
          value={draft.values[key] ?? ''}
          onChange={text => draft.set(key, text)}
        />
      ))}
    </DraftCard>
  );
}
