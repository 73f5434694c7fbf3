import { Button, ButtonGroup, Card, Collapse, Intent } from '@blueprintjs/core';
import { ArrowDown, ArrowUp, ChevronDown, ChevronRight, Trash } from '@blueprintjs/icons';
import { memo, useState, type Dispatch } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmButton } from '../../../shared/dialog/ConfirmButton';
import { TextField } from '../../../shared/form/fields';
import { makerNamed } from '../../../shared/model/model-makers';
import { ModelIcon } from '../../../shared/model/ModelIcon';
import { DescriptionField } from './DescriptionField';
import { IconField } from './IconField';
import { type ManufacturerAction, type ManufacturerPatch, type ManufacturerRow } from './manufacturer-list';
import { ModelRows } from './ModelRows';

interface ManufacturerCardProps {
  readonly row: ManufacturerRow;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** The tags that are offered for models. */
  readonly tags: readonly string[];
  readonly dispatch: Dispatch<ManufacturerAction>;
}

/** The actions on a manufacturer as a whole. */
function Actions({ row, isFirst, isLast, dispatch }: Omit<ManufacturerCardProps, 'tags'>) {
  const { t } = useTranslation();
  const { id } = row;
  const name = row.name || t('manufacturer.unnamed');
  return (
    <ButtonGroup variant="minimal">
      <Button
        icon={<ArrowUp />}
        aria-label={t('manufacturer.move_up', { name })}
        disabled={isFirst}
        onClick={() => dispatch({ kind: 'move', id, step: -1 })}
      />
      <Button
        icon={<ArrowDown />}
        aria-label={t('manufacturer.move_down', { name })}
        disabled={isLast}
        onClick={() => dispatch({ kind: 'move', id, step: 1 })}
      />
      <ConfirmButton
        icon={<Trash />}
        intent={Intent.DANGER}
        aria-label={t('manufacturer.delete', { name })}
        question={t('manufacturer.delete_question', { name })}
        warning={t('manufacturer.delete_warning', { count: row.models.length })}
        onConfirm={() => dispatch({ kind: 'delete', id })}
      />
    </ButtonGroup>
  );
}

/** One manufacturer: name, image, description, and its models in a fold. */
export const ManufacturerCard = memo(function ManufacturerCard(props: ManufacturerCardProps) {
  const { row, tags, dispatch } = props;
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const change = (patch: ManufacturerPatch) => dispatch({ kind: 'change', id: row.id, patch });
  const name = row.name || t('manufacturer.unnamed');
  return (
    <Card className="draft-card manufacturer" role="group" aria-label={name}>
      <div className="manufacturer-head">
        <ModelIcon maker={makerNamed(row.name)} image={row.icon} size={28} />
        <strong className="manufacturer-name">{name}</strong>
        <Actions {...props} />
      </div>
      <div className="form-grid">
        <TextField
          label={t('manufacturer.name')}
          isRequired
          value={row.name}
          maxLength={100}
          onChange={text => change({ name: text })}
        />
        <IconField value={row.icon} onChange={icon => change({ icon })} />
      </div>
      <DescriptionField value={row.description} onChange={description => change({ description })} />
      <Button
        variant="minimal"
        icon={isOpen ? <ChevronDown /> : <ChevronRight />}
        text={t('manufacturer.models', { count: row.models.length })}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      />
      <Collapse isOpen={isOpen}>
        <ModelRows row={row} tags={tags} dispatch={dispatch} />
      </Collapse>
    </Card>
  );
});
