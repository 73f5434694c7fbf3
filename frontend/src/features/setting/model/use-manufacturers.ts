import { modelTags } from '@contracts';
import { useEffect, useMemo, useReducer, useState, type Dispatch } from 'react';
import { useTranslation } from 'react-i18next';
import { notices } from '../../../shared/dialog/notices';
import { parseManufacturers } from '../../../shared/model/manufacturers';
import { useSaveOption } from '../use-save-option';
import { configureModels } from './configure-models';
import { useLazyCollectModelNamesQuery } from './model-api';
import {
  findListFault,
  isChanged,
  manufacturerReducer,
  startManufacturers,
  textOfRows,
  toList,
  type ManufacturerAction,
  type ManufacturerRow,
} from './manufacturer-list';

/**
 * The tags to choose from: the usual ones and those in use. The array stays the same until a tag is added or removed.
 */
function useTagChoices(rows: readonly ManufacturerRow[]): readonly string[] {
  const used = rows.flatMap(({ models }) => models.flatMap(({ model }) => model.type));
  const text = JSON.stringify([...new Set([...modelTags, ...used])]);
  return useMemo(() => JSON.parse(text) as readonly string[], [text]);
}

/** Asks for confirmation before the page is left with unsaved changes. */
function useLeaveWarning(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isNeeded]);
}

/** Adds the models that the server knows and the list lacks. */
function useConfiguring(rows: readonly ManufacturerRow[], dispatch: Dispatch<ManufacturerAction>) {
  const { t } = useTranslation();
  const [collectNames] = useLazyCollectModelNamesQuery();
  const [isConfiguring, setConfiguring] = useState(false);
  const configure = async () => {
    setConfiguring(true);
    const { data: names } = await collectNames();
    if (names) {
      const { list, count } = configureModels(toList(rows), names);
      dispatch({ kind: 'replace', list });
      notices.success(t('manufacturer.fetch_done', { count }));
    } else notices.error(t('manufacturer.fetch_failed'));
    setConfiguring(false);
  };
  return { isConfiguring, configure };
}

/**
 * The state of the manufacturer list while it is edited. It is sent only when it is saved.
 *
 * @param saved the option as stored on the server
 */
export function useManufacturers(saved: string) {
  const { t } = useTranslation();
  const save = useSaveOption();
  const [state, dispatch] = useReducer(manufacturerReducer, saved, startManufacturers);
  const [isSaving, setSaving] = useState(false);
  const { isConfiguring, configure } = useConfiguring(state.rows, dispatch);
  const isUnsaved = isChanged(state);
  const tags = useTagChoices(state.rows);

  useEffect(() => dispatch({ kind: 'saved', text: saved }), [saved]);
  useLeaveWarning(isUnsaved);

  const saveList = async () => {
    const fault = findListFault(state.rows);
    if (fault) return notices.error(t(`manufacturer.fault_${fault}`));
    if (!isUnsaved) return notices.warning(t('common.no_change'));
    setSaving(true);
    const isSaved = await save('Manufacturers', textOfRows(state.rows));
    setSaving(false);
    if (isSaved) notices.success(t('manufacturer.save_done'));
    else notices.error(t('manufacturer.save_failed'));
  };

  /** Returns whether the text was a list, which the editor then shows. */
  const importText = (text: string): boolean => {
    const list = parseManufacturers(text);
    if (!list) {
      notices.error(t('manufacturer.import_failed'));
      return false;
    }
    dispatch({ kind: 'replace', list });
    notices.success(t('manufacturer.import_done'));
    return true;
  };

  const exportText = (): string => JSON.stringify(JSON.parse(textOfRows(state.rows)), null, 2);

  return {
    rows: state.rows,
    dispatch,
    tags,
    isUnsaved,
    isSaving,
    isConfiguring,
    saveList,
    configure,
    importText,
    exportText,
  };
}
