import { PLAYGROUND_REFUSED_PREFIX } from '@contracts';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { notices } from '../../shared/dialog/notices';
import { usePlaygroundDispatch, usePlaygroundSelector } from './playground-hooks';
import { useListGroupLabelsQuery } from '../../base/site/site-api';
import { useListModelsQuery } from '../../base/session/user-api';
import { DEFAULT_SYSTEM_PROMPT, type PlaygroundSettings } from './conversation';
import { settingsChanged } from './playground-slice';
import { presets } from './presets';

const noModels: readonly string[] = [];

function isRefused(model: string): boolean {
  return model.startsWith(PLAYGROUND_REFUSED_PREFIX);
}

/** The settings of the playground and the choices for them. */
export interface SettingsChoice {
  readonly settings: PlaygroundSettings;
  /** Maps group names to labels. */
  readonly groups: Readonly<Record<string, string>>;
  readonly models: readonly string[];
  readonly isLoading: boolean;
  readonly hasFailed: boolean;
  readonly change: (changes: Partial<PlaygroundSettings>) => void;
  readonly chooseModel: (model: string) => void;
  /** Chooses the model that answers beside the first; empty for none. */
  readonly chooseSecond: (model: string) => void;
  readonly choosePreset: (name: string) => void;
}

export function usePlaygroundSettings(): SettingsChoice {
  const { t, i18n } = useTranslation();
  const dispatch = usePlaygroundDispatch();
  const settings = usePlaygroundSelector(state => state.playground.settings);
  const ownGroup = usePlaygroundSelector(state => state.session.user?.group ?? '');
  const labels = useListGroupLabelsQuery();
  const isGroupKnown = labels.data !== undefined && Object.hasOwn(labels.data, settings.group);
  const offered = useListModelsQuery({ group: settings.group, priced: true }, { skip: !isGroupKnown });
  const models = offered.currentData;
  const change = (changes: Partial<PlaygroundSettings>) => void dispatch(settingsChanged(changes));

  useEffect(() => {
    if (!labels.data || isGroupKnown) return;
    const own = ownGroup.split(',').map(name => name.trim());
    const names = Object.keys(labels.data);
    const group = own.find(name => names.includes(name)) ?? names[0];
    if (group !== undefined) dispatch(settingsChanged({ group }));
  }, [dispatch, isGroupKnown, labels.data, ownGroup]);

  useEffect(() => {
    if (!models || models.includes(settings.model)) return;
    const first = models.find(model => !isRefused(model));
    if (first !== undefined) dispatch(settingsChanged({ model: first }));
  }, [dispatch, models, settings.model]);

  useEffect(() => {
    // A group without the second model leaves the first one alone.
    if (models && settings.second !== '' && !models.includes(settings.second))
      dispatch(settingsChanged({ second: '' }));
  }, [dispatch, models, settings.second]);

  return {
    settings,
    groups: labels.data ?? {},
    models: models ?? noModels,
    isLoading: labels.isLoading || offered.isFetching,
    hasFailed: labels.isError || offered.isError,
    change,
    chooseModel: model => {
      if (isRefused(model)) return notices.error(t('playground.o1'));
      change({ model });
    },
    chooseSecond: second => {
      if (isRefused(second)) return notices.error(t('playground.o1'));
      change({ second });
    },
    choosePreset: name => {
      const preset = presets.find(role => role.name === name);
      const system = preset?.prompts[i18n.language === 'zh' ? 'zh' : 'en'] ?? DEFAULT_SYSTEM_PROMPT;
      change({ preset: name, system });
    },
  };
}
