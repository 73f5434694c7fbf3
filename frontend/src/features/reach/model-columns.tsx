import { Button } from '@blueprintjs/core';
import { type ReachModel } from '@contracts';
import { type TFunction } from 'i18next';
import { type Column } from '../../shared/table/column';
import { Reasons, sentencesOf, AccessTag } from './reach-parts';

export interface ModelColumnsContext {
  readonly t: TFunction;
  readonly showsChannels: boolean;
  readonly onChoose: (model: string) => void;
}

/** Why a model is not served; where nothing speaks against the model itself, the key is what is refused. */
function reasonsOf(row: ReachModel, t: TFunction): readonly string[] {
  const sentences = sentencesOf(row.refusals);
  return sentences.length === 0 && !row.is_served ? [t('reach.key_refused')] : sentences;
}

/** What a row of the models of a key shows. */
export function modelColumns({ t, showsChannels, onChoose }: ModelColumnsContext): readonly Column<ReachModel>[] {
  const channelColumns: readonly Column<ReachModel>[] = [
    { id: 'channels', header: t('reach.channels'), isNumeric: true, render: row => row.channels ?? '–' },
    { id: 'priority', header: t('reach.priority'), isNumeric: true, render: row => row.priority ?? '–' },
  ];
  return [
    {
      id: 'model',
      header: t('reach.model'),
      render: row => (
        <Button
          variant="minimal"
          size="small"
          className="reach-model"
          text={row.model}
          aria-label={t('reach.details_of', { model: row.model })}
          onClick={() => onChoose(row.model)}
        />
      ),
    },
    {
      id: 'state',
      header: t('reach.state'),
      render: row => (
        <AccessTag isFine={row.is_served} text={row.is_served ? t('reach.served') : t('reach.not_served')} />
      ),
    },
    { id: 'group', header: t('reach.group'), render: row => row.group || '–' },
    { id: 'ratio', header: t('reach.ratio'), isNumeric: true, render: row => row.ratio ?? '–' },
    ...(showsChannels ? channelColumns : []),
    { id: 'reasons', header: t('reach.reasons'), render: row => <Reasons texts={reasonsOf(row, t)} /> },
  ];
}
