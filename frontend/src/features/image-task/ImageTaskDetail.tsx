import { Tag } from '@blueprintjs/core';
import { type ImageTaskView } from '@contracts';
import { useTranslation } from 'react-i18next';
import { FactList } from '../../shared/display/FactList';
import { prettyJson } from '../../shared/form/json';
import { formatQuota, type QuotaDisplay } from '../../shared/format/quota';
import { formatTime } from '../../shared/format/time';
import { readButtons, readWords } from './image-task-extras';

interface ImageTaskDetailProps {
  readonly task: ImageTaskView;
  readonly display: QuotaDisplay;
  /** True shows administrators the owner of the task. */
  readonly isAdmin: boolean;
}

const MS_PER_SECOND = 1000;

/** The contents of an opened row: times, price, the upstream's own texts, and the actions that the bot offers. */
export function ImageTaskDetail({ task, display, isAdmin }: ImageTaskDetailProps) {
  const { t } = useTranslation();
  const buttons = readButtons(task.buttons);
  const words = readWords(task.properties);
  const results = [
    [t('image_task.final_prompt'), words.final],
    [t('image_task.final_prompt_zh'), words.finalChinese],
  ] as const;
  const facts = [
    ...(isAdmin ? [[t('image_task.user_id'), String(task.user_id)] as const] : []),
    [t('image_task.started'), formatTime(task.start_time / MS_PER_SECOND)],
    [t('image_task.finished'), formatTime(task.finish_time / MS_PER_SECOND)],
    [t('image_task.quota'), formatQuota(task.quota, display)],
    [t('image_task.description'), task.description],
    [t('image_task.state'), task.state],
  ] as const;
  return (
    <div className="log-detail">
      <FactList facts={facts.map(([label, value]) => ({ label, value: value || '–' }))} />
      {buttons.length > 0 && (
        <section>
          <strong>{t('image_task.buttons')}</strong>
          <div className="cluster">
            {buttons.map(({ key, label }) => (
              <Tag key={key} minimal>
                {label}
              </Tag>
            ))}
          </div>
        </section>
      )}
      {results.map(
        ([label, text]) =>
          text !== '' && (
            <section className="log-content" key={label}>
              <strong>{label}</strong>
              <p className="task-text">{text}</p>
            </section>
          ),
      )}
      {words.rest !== '' && (
        <section className="log-content">
          <strong>{t('image_task.properties')}</strong>
          <pre className="json-text" tabIndex={0}>
            {prettyJson(words.rest)}
          </pre>
        </section>
      )}
    </div>
  );
}
