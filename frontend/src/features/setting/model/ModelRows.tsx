import { Button } from '@blueprintjs/core';
import { Add, Trash } from '@blueprintjs/icons';
import { MODEL_NAME_MAX, type ManufacturerModel } from '@contracts';
import { memo, type Dispatch } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from '../../../shared/form/fields';
import { TagPicker } from '../../../shared/form/TagPicker';
import { tagLabel } from '../../../shared/model/model-tags';
import { type ManufacturerAction, type ManufacturerRow, type ModelRow } from './manufacturer-list';

interface RowProps {
  readonly manufacturerId: number;
  readonly row: ModelRow;
  readonly tags: readonly string[];
  readonly dispatch: Dispatch<ManufacturerAction>;
}

/** In a long list only the edited row renders again. */
const Row = memo(function Row({ manufacturerId: id, row: { id: modelId, model }, tags, dispatch }: RowProps) {
  const { t } = useTranslation();
  const change = (patch: Partial<ManufacturerModel>) => dispatch({ kind: 'changeModel', id, modelId, patch });
  return (
    <div className="model-row">
      <TextField
        label={t('manufacturer.model_name')}
        value={model.model_name}
        maxLength={MODEL_NAME_MAX}
        onChange={text => change({ model_name: text })}
      />
      <TagPicker
        label={t('manufacturer.model_type')}
        isOpenEnded
        values={model.type}
        options={tags}
        labelOf={tag => tagLabel(tag, t)}
        onChange={type => change({ type })}
      />
      <TextField
        label={t('manufacturer.model_note')}
        value={model.illustrate}
        onChange={text => change({ illustrate: text })}
      />
      <Button
        variant="minimal"
        icon={<Trash />}
        aria-label={t('manufacturer.model_delete', { name: model.model_name })}
        onClick={() => dispatch({ kind: 'deleteModel', id, modelId })}
      />
    </div>
  );
});

interface ModelRowsProps {
  readonly row: ManufacturerRow;
  readonly tags: readonly string[];
  readonly dispatch: Dispatch<ManufacturerAction>;
}

/** The models of one manufacturer. */
export function ModelRows({ row, tags, dispatch }: ModelRowsProps) {
  const { t } = useTranslation();
  return (
    <>
      <div className="model-rows">
        {row.models.map(model => (
          <Row key={model.id} manufacturerId={row.id} row={model} tags={tags} dispatch={dispatch} />
        ))}
      </div>
      <Button
        size="small"
        icon={<Add />}
        text={t('manufacturer.model_add')}
        onClick={() => dispatch({ kind: 'addModel', id: row.id })}
      />
    </>
  );
}
