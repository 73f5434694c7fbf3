import { Button, FormGroup, InputGroup, Intent } from '@blueprintjs/core';
import dayjs from 'dayjs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notices } from '../../../shared/dialog/notices';
import { ConfirmButton } from '../../../shared/dialog/ConfirmButton';
import { formatTime, parseTime, toInputTime } from '../../../shared/format/time';
import { useClearLogsMutation } from '../setting-api';

/** Deletes log rows older than a chosen time; by default those older than a month. */
export function ClearLogs() {
  const { t } = useTranslation();
  const [clearLogs, { isLoading }] = useClearLogsMutation();
  const [text, setText] = useState(() => toInputTime(dayjs().subtract(1, 'month').unix()));
  const seconds = parseTime(text);

  const clear = async () => {
    if (seconds === null) return;
    const { data: count } = await clearLogs(seconds);
    if (count !== undefined) notices.success(t('setting.logs_cleared', { count }));
  };

  const button = { variant: 'outlined', intent: Intent.DANGER, text: t('setting.logs_clear') } as const;
  return (
    <FormGroup label={t('setting.logs_until')} labelFor="clear-logs" helperText={t('setting.logs_until_hint')}>
      <div className="cluster">
        <InputGroup id="clear-logs" type="datetime-local" step={1} value={text} onValueChange={setText} />
        {seconds === null ? (
          <Button {...button} onClick={() => notices.error(t('setting.logs_no_time'))} />
        ) : (
          <ConfirmButton
            {...button}
            loading={isLoading}
            question={t('setting.logs_question', { time: formatTime(seconds) })}
            warning={t('setting.irreversible')}
            onConfirm={() => void clear()}
          />
        )}
      </div>
    </FormGroup>
  );
}
