import { Button, Tag } from '@blueprintjs/core';
import { Media as MediaIcon, Video } from '@blueprintjs/icons';
import { type DrawingView } from '@contracts';
import { type TFunction } from 'i18next';
import { CopyText } from '../../shared/copy/CopyText';
import { DurationTag } from '../../shared/display/DurationTag';
import { formatTime, taskDurationTone } from '../../shared/format/time';
import { Progress } from '../../shared/display/Progress';
import { type Column } from '../../shared/table/column';
import { TextCell } from '../../shared/table/TextCell';
import { actionLabel, codeLabel, statusLabel, type Label } from './drawing-labels';
import { drawingResult } from './drawing-result';

export interface DrawingColumnsContext {
  readonly t: TFunction;
  /** True shows administrators the channels too. */
  readonly isAdmin: boolean;
  readonly onResult: (drawing: DrawingView) => void;
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

function TimeSpent({ drawing }: { readonly drawing: DrawingView }) {
  const spentMs = drawing.finish_time - drawing.submit_time;
  if (drawing.finish_time <= 0 || drawing.submit_time <= 0 || spentMs < 0) return NONE;
  return <DurationTag ms={spentMs} tone={taskDurationTone(spentMs / MS_PER_SECOND)} />;
}

function ResultCell({ drawing, context }: { readonly drawing: DrawingView; readonly context: DrawingColumnsContext }) {
  const { t, onResult } = context;
  const { mj_id: id } = drawing;
  const { videos, image, isUnsafe } = drawingResult(drawing);
  if (isUnsafe) return <span className="muted">{t('media.unsafe')}</span>;
  const plays = videos.length > 0;
  if (!plays && image === null) return NONE;
  return (
    <Button
      size="small"
      variant="minimal"
      icon={plays ? <Video /> : <MediaIcon />}
      text={plays ? t('drawing.play') : t('drawing.view')}
      aria-label={plays ? t('drawing.play_of', { id }) : t('drawing.view_of', { id })}
      onClick={() => onResult(drawing)}
    />
  );
}

/** A column for texts that are too long for it. */
function textColumn(
  id: string,
  header: string,
  textOf: (drawing: DrawingView) => string,
  { onText }: DrawingColumnsContext,
): Column<DrawingView> {
  return {
    id,
    header,
    render: drawing => {
      const text = textOf(drawing);
      return text === '' ? NONE : <TextCell text={text} label={header} onOpen={() => onText(header, text)} />;
    },
  };
}

function channelColumn({ t }: DrawingColumnsContext): Column<DrawingView> {
  return {
    id: 'channel',
    header: t('drawing.channel'),
    render: ({ channel_id: id }) => (id > 0 ? <CopyText text={String(id)} /> : NONE),
  };
}

/** The columns of the drawing log. */
export function drawingColumns(context: DrawingColumnsContext): readonly Column<DrawingView>[] {
  const { t, isAdmin } = context;
  return [
    {
      id: 'submitted',
      header: t('drawing.submitted'),
      render: ({ submit_time: ms }) => <span className="nowrap">{formatTime(ms / MS_PER_SECOND) || NONE}</span>,
    },
    { id: 'spent', header: t('drawing.spent'), render: drawing => <TimeSpent drawing={drawing} /> },
    ...(isAdmin ? [channelColumn(context)] : []),
    {
      id: 'action',
      header: t('drawing.action'),
      render: ({ action }) => <LabelTag {...actionLabel(action, t)} />,
    },
    {
      id: 'task',
      header: t('drawing.mj_id'),
      render: ({ mj_id: id }) => (id === '' ? NONE : <CopyText text={id} />),
    },
    {
      id: 'code',
      header: t('drawing.code'),
      render: ({ code }) => <LabelTag {...codeLabel(code, t)} />,
    },
    {
      id: 'status',
      header: t('common.status'),
      render: ({ status }) => <LabelTag {...statusLabel(status, t)} />,
    },
    {
      id: 'progress',
      header: t('drawing.progress'),
      render: ({ progress, status }) => (
        <Progress text={progress} label={t('drawing.progress')} hasFailed={status === 'FAILURE'} />
      ),
    },
    {
      id: 'image',
      header: t('drawing.image'),
      render: drawing => <ResultCell drawing={drawing} context={context} />,
    },
    textColumn('prompt', t('drawing.prompt'), ({ prompt }) => prompt, context),
    textColumn('prompt_en', t('drawing.prompt_en'), ({ prompt_en: prompt }) => prompt, context),
    textColumn('reason', t('drawing.fail_reason'), ({ fail_reason: reason }) => reason, context),
  ];
}
