import { Tag } from '@blueprintjs/core';
import { type DrawingView } from '@contracts';
import { useTranslation } from 'react-i18next';
import { FactList } from '../../shared/display/FactList';
import { prettyJson } from '../../shared/form/json';
import { formatQuota, type QuotaDisplay } from '../../shared/format/quota';
import { formatTime } from '../../shared/format/time';
import { readButtons, readWords } from './drawing-extras';

export interface DrawingDetailProps {
  readonly drawing: DrawingView;
  readonly display: QuotaDisplay;
  /** True shows administrators the owner of the drawing. */
  readonly isAdmin: boolean;
}

const MS_PER_SECOND = 1000;

/** The contents of an opened row: times, price, the upstream's own texts, and the actions that the bot offers. */
export function DrawingDetail({ drawing, display, isAdmin }: DrawingDetailProps) {
  const { t } = useTranslation();
  const buttons = readButtons(drawing.buttons);
  const words = readWords(drawing.properties);
  const results = [
    [t('drawing.final_prompt'), words.final],
    [t('drawing.final_prompt_zh'), words.finalChinese],
  ] as const;
  const facts = [
    ...(isAdmin ? [[t('drawing.user_id'), String(drawing.user_id)] as const] : []),
    [t('drawing.started'), formatTime(drawing.start_time / MS_PER_SECOND)],
    [t('drawing.finished'), formatTime(drawing.finish_time / MS_PER_SECOND)],
    [t('drawing.quota'), formatQuota(drawing.quota, display)],
    [t('drawing.description'), drawing.description],
    [t('drawing.state'), drawing.state],
  ] as const;
  return (
    <div className="log-detail">
      <FactList facts={facts.map(([label, value]) => ({ label, value: value || '–' }))} />
      {buttons.length > 0 && (
        <section>
          <strong>{t('drawing.buttons')}</strong>
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
          <strong>{t('drawing.properties')}</strong>
          <pre className="json-text" tabIndex={0}>
            {prettyJson(words.rest)}
          </pre>
        </section>
      )}
    </div>
  );
}
