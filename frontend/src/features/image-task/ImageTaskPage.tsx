import { Callout, H3, Intent } from '@blueprintjs/core';
import { type ImageTaskView } from '@contracts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useListKeys } from '../../shared/hotkeys/use-list-keys';
import { TaskListBar } from '../../base/task-list/TaskListBar';
import { currentRow, useTaskList, type TaskListOptions } from '../../base/task-list/use-task-list';
import { PagedTable } from '../../shared/table/PagedTable';
import { TextDialog } from '../../shared/dialog/TextDialog';
import { useStatus } from '../../base/site/use-status';
import { useListImageTasksQuery, type ImageTaskFilters } from './image-task-api';
import { imageTaskColumns } from './image-task-columns';
import {
  noImageTaskFilters,
  toImageTaskFilters,
  usualImageTaskWindow,
  type ImageTaskFilterTexts,
} from './image-task-filters';
import { imageTaskResult } from './image-task-result';
import { ImageTaskDetail } from './ImageTaskDetail';
import { ImageViewer } from './ImageViewer';
import { VideoViewer } from './VideoViewer';

const imageTaskList: TaskListOptions<ImageTaskFilterTexts, ImageTaskFilters, ImageTaskView> = {
  noFilters: noImageTaskFilters,
  usualWindow: usualImageTaskWindow,
  toFilters: toImageTaskFilters,
  useList: useListImageTasksQuery,
};

/** Tells administrators why clients may get no callback about their image tasks. */
function CallbackBanner() {
  const { t } = useTranslation();
  return (
    <Callout className="block" intent={Intent.PRIMARY} compact>
      {t('image_task.no_callback')} <Link to="/setting?tab=other">{t('image_task.to_settings')}</Link>
    </Callout>
  );
}

function ResultViewer({ task, onClose }: { readonly task: ImageTaskView; readonly onClose: () => void }) {
  const { videos, image } = imageTaskResult(task);
  const shared = { title: task.mj_id, onClose };
  if (videos.length > 0) return <VideoViewer {...shared} videos={videos} />;
  return image === null ? null : <ImageViewer {...shared} address={image} />;
}

/** the list of image tasks: all rows for administrators, the own rows for all other users. */
export function ImageTaskPage() {
  const { t } = useTranslation();
  const status = useStatus();
  const { table, pages, list, usual, isAdmin } = useTaskList(imageTaskList);
  useListKeys({ onReload: list.refresh });
  const [chosen, setChosen] = useState<ImageTaskView | null>(null);
  const [popup, setPopup] = useState({ title: '', text: null as string | null });
  const columns = useMemo(
    () => imageTaskColumns({ t, isAdmin, onResult: setChosen, onText: (title, text) => setPopup({ title, text }) }),
    [t, isAdmin],
  );
  const viewed = currentRow(list.rows, chosen);

  return (
    <>
      <H3 className="page-title">{t('shell.image_tasks')}</H3>
      {isAdmin && status.mj_notify_enabled === false && <CallbackBanner />}
      <TaskListBar name="drawing" table={table} usual={usual} isAdmin={isAdmin} idFilter="mj_id" onQuery={list.refresh}>
        {/* An administrator’s fields and all buttons do not fit into one line. */}
        {isAdmin && <span className="toolbar-break" />}
      </TaskListBar>
      <PagedTable
        label={t('shell.image_tasks')}
        columns={columns}
        list={list}
        pages={pages}
        keyOf={({ id }) => id}
        nameOf={({ mj_id: id }) => id}
        emptyText={t('image_task.empty')}
        renderDetail={task => <ImageTaskDetail task={task} display={status} isAdmin={isAdmin} />}
      />
      {viewed && <ResultViewer task={viewed} onClose={() => setChosen(null)} />}
      <TextDialog {...popup} onClose={() => setPopup({ ...popup, text: null })} />
    </>
  );
}
