import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core';
import { type TaskView } from '@contracts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCopy } from '../../shared/copy/use-copy';
import { hasResults, readResults } from './task-results';
import { TaskResults } from './TaskResults';

interface TaskDialogProps {
  readonly task: TaskView;
  readonly onClose: () => void;
}

/** One task: its results, and the stored record. */
export function TaskDialog({ task, onClose }: TaskDialogProps) {
  const { t } = useTranslation();
  const copy = useCopy();
  const results = useMemo(() => readResults(task.data), [task.data]);
  const record = JSON.stringify(task, null, 2);
  return (
    <Dialog className="task-dialog" isOpen title={task.task_id || t('task.record')} onClose={onClose}>
      <DialogBody>
        {hasResults(results) && (
          <section aria-label={t('task.results')}>
            <TaskResults results={results} likely={task.action === 'PICTURE' ? 'image' : 'video'} />
          </section>
        )}
        <strong>{t('task.record')}</strong>
        <pre className="json-text" tabIndex={0}>
          {record}
        </pre>
      </DialogBody>
      <DialogFooter actions={<Button text={t('common.copy')} onClick={() => copy(record)} />} />
    </Dialog>
  );
}
