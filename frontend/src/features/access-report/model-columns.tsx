import { Button } from '@blueprintjs/core';
import { type AccessModel } from '@contracts';
import { type TFunction } from 'i18next';
import { type Column } from '../../shared/table/column';
import { Reasons, sentencesOf, AccessTag } from './access-report-parts';

interface ModelColumnsContext {
  readonly t: TFunction;
  readonly showsChannels: boolean;
  readonly onChoose: (model: string) => void;
}

/** The reasons why a model is not served. When nothing speaks against the model itself, the key is refused. */
function reasonsOf(row: AccessModel, t: TFunction): readonly string[] {
  const sentences = sentencesOf(row.refusals);
  return sentences.length === 0 && !row.is_served ? [t('access.key_refused')] : sentences;
}

/** The columns of the models of a key. */
export function modelColumns({ t, showsChannels, onChoose }: ModelColumnsContext): readonly Column<AccessModel>[] {
  const channelColumns: readonly Column<AccessModel>[] = [
    { id: 'channels', header: t('access.channels'), isNumeric: true, render: row => row.channels ?? '–' },
    { id: 'priority', header: t('access.priority'), isNumeric: true, render: row => row.priority ?? '–' },
  ];
  return [
    {
      id: 'model',
      header: t('access.model'),
      render: row => (
        <Button
          variant="minimal"
          size="small"
          className="reach-model"
          text={row.model}
          aria-label={t('access.details_of', { model: row.model })}
          onClick={() => onChoose(row.model)}
        />
      ),
    },
    {
      id: 'state',
      header: t('access.state'),
      render: row => (
        <AccessTag isFine={row.is_served} text={row.is_served ? t('access.served') : t('access.not_served')} />
      ),
    },
    { id: 'group', header: t('access.group'), render: row => row.group || '–' },
    { id: 'ratio', header: t('access.ratio'), isNumeric: true, render: row => row.ratio ?? '–' },
    ...(showsChannels ? channelColumns : []),
    { id: 'reasons', header: t('access.reasons'), render: row => <Reasons texts={reasonsOf(row, t)} /> },
  ];
}
