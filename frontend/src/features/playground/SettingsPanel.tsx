import { FormGroup, Slider } from '@blueprintjs/core';
import { temperatureRange } from '@contracts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AreaField, NumberField, SelectField, SwitchField } from '../../shared/form/fields';
import { ChoiceField } from '../../shared/form/ChoiceField';
import { ModelIcon } from '../../shared/model/ModelIcon';
import { presets } from './presets';
import { type SettingsChoice } from './use-playground-settings';

const { min, max, step } = temperatureRange;

/** Steps of a tenth are not exact in binary, for example 0.30000000000000004. */
function toTenths(value: number): number {
  return Math.round(value * 10) / 10;
}

function TemperatureField({ choice }: { readonly choice: SettingsChoice }) {
  const { t } = useTranslation();
  const { temperature } = choice.settings;
  return (
    <FormGroup
      label={t('playground.temperature', { value: temperature })}
      helperText={t('playground.temperature_hint')}
    >
      <Slider
        min={min}
        max={max}
        stepSize={step}
        labelValues={[min, max]}
        labelRenderer={(value, at) => (at?.isHandleTooltip ? String(temperature) : value.toFixed(1))}
        value={Math.max(min, temperature)}
        handleHtmlProps={{ 'aria-label': t('playground.temperature', { value: temperature }) }}
        onChange={value => choice.change({ temperature: toTenths(value) })}
      />
    </FormGroup>
  );
}

function MaxTokensField({ choice }: { readonly choice: SettingsChoice }) {
  const { t } = useTranslation();
  const { max_tokens } = choice.settings;
  const [text, setText] = useState(String(max_tokens));
  return (
    <NumberField
      label={t('playground.max_tokens')}
      helper={t('playground.max_tokens_hint')}
      min={0}
      value={text}
      onChange={typed => {
        setText(typed);
        const number = Math.floor(Number(typed));
        choice.change({ max_tokens: Number.isSafeInteger(number) && number > 0 ? number : 0 });
      }}
      onBlur={() => setText(String(max_tokens))}
    />
  );
}

/** The levels of the OpenAI protocol that most models know. */
const efforts = ['minimal', 'low', 'medium', 'high'] as const;

function isKnown(effort: string): boolean {
  return (['', ...efforts] as readonly string[]).includes(effort);
}

function EffortField({ choice }: { readonly choice: SettingsChoice }) {
  const { t } = useTranslation();
  const effort = choice.settings.reasoning_effort;
  return (
    <SelectField
      label={t('playground.effort')}
      helper={t('playground.effort_hint')}
      value={effort}
      options={[
        { value: '', label: t('playground.effort_unset') },
        ...efforts.map(value => ({ value, label: t(`playground.effort_${value}`) })),
        ...(isKnown(effort) ? [] : [{ value: effort, label: effort }]), // the level comes from a call in the log
      ]}
      onChange={reasoning_effort => choice.change({ reasoning_effort })}
    />
  );
}

/** The model that answers, and the one that answers beside it. */
function ModelFields({ choice }: { readonly choice: SettingsChoice }) {
  const { t } = useTranslation();
  const { settings, models, isLoading, hasFailed } = choice;
  const choices = useMemo(
    () => models.map(model => ({ value: model, label: model, icon: <ModelIcon model={model} /> })),
    [models],
  );
  const isEmpty = !isLoading && !hasFailed && models.length === 0;
  return (
    <>
      <ChoiceField
        label={t('playground.model')}
        value={settings.model}
        choices={choices}
        isDisabled={models.length === 0}
        helper={isLoading ? t('common.loading') : undefined}
        fault={hasFailed ? t('common.load_failed') : isEmpty ? t('playground.no_models') : undefined}
        onChange={choice.chooseModel}
      />
      <ChoiceField
        label={t('playground.second')}
        helper={t('playground.second_hint')}
        value={settings.second}
        choices={[{ value: '', label: t('playground.second_none') }, ...choices]}
        isDisabled={models.length === 0}
        onChange={choice.chooseSecond}
      />
    </>
  );
}

/** The settings of the next question. */
export function SettingsPanel({ choice }: { readonly choice: SettingsChoice }) {
  const { t } = useTranslation();
  const { settings, groups, change } = choice;
  return (
    <div className="settings-panel">
      <SelectField
        label={t('playground.group')}
        value={settings.group}
        options={Object.entries(groups).map(([value, label]) => ({ value, label }))}
        isDisabled={Object.keys(groups).length === 0}
        onChange={group => change({ group })}
      />
      <ModelFields choice={choice} />
      <TemperatureField choice={choice} />
      <MaxTokensField choice={choice} />
      <EffortField choice={choice} />
      <SwitchField
        label={t('playground.stream')}
        helper={t('playground.stream_hint')}
        isOn={settings.stream}
        onChange={stream => change({ stream })}
      />
      <SelectField
        label={t('playground.preset')}
        value={settings.preset}
        options={[
          { value: '', label: t('playground.preset_none') },
          ...presets.map(({ name, label }) => ({ value: name, label: t(label) })),
        ]}
        onChange={choice.choosePreset}
      />
      <AreaField
        label={t('playground.system_prompt')}
        rows={6}
        value={settings.system}
        onChange={system => change({ system })}
      />
    </div>
  );
}
