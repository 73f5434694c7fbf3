import { Button, Tag } from '@blueprintjs/core';
import { Media as MediaIcon, Video } from '@blueprintjs/icons';
import { type ImageTaskView } from '@contracts';
import { type TFunction } from 'i18next';
import { CopyText } from '../../shared/copy/CopyText';
import { DurationTag } from '../../shared/display/DurationTag';
import { TimeCell } from '../../shared/display/TimeCell';
import { taskDurationTone } from '../../shared/format/time';
import { Progress } from '../../shared/display/Progress';
import { type Column } from '../../shared/table/column';
import { TextCell } from '../../shared/table/TextCell';
import { actionLabel, codeLabel, statusLabel, type Label } from './image-task-labels';
import { imageTaskResult } from './image-task-result';

interface ImageTaskColumnsContext {
  readonly t: TFunction;
  /** True shows administrators the channels too. */
  readonly isAdmin: boolean;
  readonly onResult: (task: ImageTaskView) => void;
  readonly onText: (title: string, text: string) => void;
}

const MS_PER_SECOND = 1000;
const NONE = '–';

function LabelTag({ text, intent }: Label) {
  return (
    <Tag minimal intent={intent}>
      {text}
    </Tag>
  );
}

function TimeSpent({ task }: { readonly task: ImageTaskView }) {
  const spentMs = task.finish_time - task.submit_time;
  if (task.finish_time <= 0 || task.submit_time <= 0 || spentMs < 0) return NONE;
  return <DurationTag ms={spentMs} tone={taskDurationTone(spentMs / MS_PER_SECOND)} />;
}

function ResultCell({ task, context }: { readonly task: ImageTaskView; readonly context: ImageTaskColumnsContext }) {
  const { t, onResult } = context;
  const { mj_id: id } = task;
  const { videos, image, isUnsafe } = imageTaskResult(task);
  if (isUnsafe) return <span className="muted">{t('media.unsafe')}</span>;
  const plays = videos.length > 0;
  if (!plays && image === null) return NONE;
  return (
    <Button
      size="small"
      variant="minimal"
      icon={plays ? <Video /> : <MediaIcon />}
      text={plays ? t('image_task.play') : t('image_task.view')}
      aria-label={plays ? t('image_task.play_of', { id }) : t('image_task.view_of', { id })}
      onClick={() => onResult(task)}
    />
  );
}

/** A column for texts that are too long for it. */
function textColumn(
  id: string,
  header: string,
  textOf: (task: ImageTaskView) => string,
  { onText }: ImageTaskColumnsContext,
): Column<ImageTaskView> {
  return {
    id,
    header,
    render: task => {
      const text = textOf(task);
      return text === '' ? NONE : <TextCell text={text} label={header} onOpen={() => onText(header, text)} />;
    },
  };
}

function channelColumn({ t }: ImageTaskColumnsContext): Column<ImageTaskView> {
  return {
    id: 'channel',
    header: t('image_task.channel'),
    render: ({ channel_id: id }) => (id > 0 ? <CopyText text={String(id)} /> : NONE),
  };
}

/** The columns of image tasks. */
export function imageTaskColumns(context: ImageTaskColumnsContext): readonly Column<ImageTaskView>[] {
  const { t, isAdmin } = context;
  return [
    {
      id: 'submitted',
      header: t('image_task.submitted'),
      render: ({ submit_time: ms }) => <TimeCell seconds={ms / MS_PER_SECOND} isStacked />,
    },
    { id: 'spent', header: t('image_task.spent'), render: task => <TimeSpent task={task} /> },
    ...(isAdmin ? [channelColumn(context)] : []),
    {
      id: 'action',
      header: t('image_task.action'),
      render: ({ action }) => <LabelTag {...actionLabel(action, t)} />,
    },
    {
      id: 'task',
      header: t('image_task.mj_id'),
      render: ({ mj_id: id }) => (id === '' ? NONE : <CopyText text={id} />),
    },
    {
      id: 'code',
      header: t('image_task.code'),
      render: ({ code }) => <LabelTag {...codeLabel(code, t)} />,
    },
    {
      id: 'status',
      header: t('common.status'),
      render: ({ status }) => <LabelTag {...statusLabel(status, t)} />,
    },
    {
      id: 'progress',
      header: t('image_task.progress'),
      render: ({ progress, status }) => (
        <Progress text={progress} label={t('image_task.progress')} hasFailed={status === 'FAILURE'} />
      ),
    },
    {
      id: 'image',
      header: t('image_task.image'),
      render: task => <ResultCell task={task} context={context} />,
    },
    textColumn('prompt', t('image_task.prompt'), ({ prompt }) => prompt, context),
    textColumn('prompt_en', t('image_task.prompt_en'), ({ prompt_en: prompt }) => prompt, context),
    textColumn('reason', t('image_task.fail_reason'), ({ fail_reason: reason }) => reason, context),
  ];
}
