import { Button, Tag } from '@blueprintjs/core';
import { type TaskView } from '@contracts';
import { type TFunction } from 'i18next';
import { CopyText } from '../../shared/copy/CopyText';
import { DurationTag } from '../../shared/display/DurationTag';
import { TimeCell } from '../../shared/display/TimeCell';
import { taskDurationTone } from '../../shared/format/time';
import { Progress } from '../../shared/display/Progress';
import { type Column } from '../../shared/table/column';
import { TextCell } from '../../shared/table/TextCell';
import { actionText, platformText, statusIntent, statusText } from './task-labels';

interface TaskColumnsContext {
  readonly t: TFunction;
  /** True shows administrators the channels too. */
  readonly isAdmin: boolean;
  readonly onTask: (task: TaskView) => void;
  readonly onReason: (reason: string) => void;
}

const MS_PER_SECOND = 1000;
const NONE = '–';

function TimeSpent({ task }: { readonly task: TaskView }) {
  const seconds = task.finish_time - task.submit_time;
  if (task.finish_time <= 0 || task.submit_time <= 0 || seconds < 0) return NONE;
  return <DurationTag ms={seconds * MS_PER_SECOND} tone={taskDurationTone(seconds)} />;
}

function timeColumn(id: string, header: string, secondsOf: (task: TaskView) => number): Column<TaskView> {
  return {
    id,
    header,
    render: task => <TimeCell seconds={secondsOf(task)} isStacked />,
  };
}

function channelColumn({ t }: TaskColumnsContext): Column<TaskView> {
  return {
    id: 'channel',
    header: t('task.channel'),
    render: ({ channel_id: id }) => (id > 0 ? <CopyText text={String(id)} /> : NONE),
  };
}

function taskColumn({ t, onTask }: TaskColumnsContext): Column<TaskView> {
  return {
    id: 'task',
    header: t('task.task_id'),
    render: task => (
      <Button
        className="cell-text"
        variant="minimal"
        size="small"
        ellipsizeText
        text={task.task_id || NONE}
        aria-label={t('task.details_of', { id: task.task_id })}
        onClick={() => onTask(task)}
      />
    ),
  };
}

/** The columns of the task list. */
export function taskColumns(context: TaskColumnsContext): readonly Column<TaskView>[] {
  const { t, isAdmin, onReason } = context;
  return [
    timeColumn('submitted', t('task.submitted'), task => task.submit_time),
    timeColumn('finished', t('task.finished'), task => task.finish_time),
    {
      id: 'progress',
      header: t('task.progress'),
      render: ({ progress, status }) => (
        <Progress text={progress} label={t('task.progress')} hasFailed={status === 'FAILURE'} />
      ),
    },
    { id: 'spent', header: t('task.spent'), render: task => <TimeSpent task={task} /> },
    ...(isAdmin ? [channelColumn(context)] : []),
    {
      id: 'platform',
      header: t('task.platform'),
      render: ({ platform }) => <Tag minimal>{platformText(platform, t)}</Tag>,
    },
    { id: 'action', header: t('task.action'), render: ({ action }) => <Tag minimal>{actionText(action, t)}</Tag> },
    taskColumn(context),
    {
      id: 'status',
      header: t('common.status'),
      render: ({ status }) => (
        <Tag minimal intent={statusIntent(status)}>
          {statusText(status, t)}
        </Tag>
      ),
    },
    {
      id: 'reason',
      header: t('task.fail_reason'),
      render: ({ fail_reason: reason }) =>
        reason === '' ? (
          <span className="muted">{t('task.no_reason')}</span>
        ) : (
          <TextCell text={reason} label={t('task.fail_reason')} onOpen={() => onReason(reason)} />
        ),
    },
  ];
}
