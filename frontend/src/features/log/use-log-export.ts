import { PAGE_SIZE_MAX, type LogEntry } from '@contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notices } from '../../app/notices';
import { saveFile, toCsv } from '../../shared/csv';
import { formatTime } from '../../shared/format/time';
import { useLazyListLogsQuery, type LogFilters, type LogScope } from './log-api';

/** Rows of one file; more would be a load for the server and for the browser. */
const ROWS_MAX = 5000;

const header = [
  'id',
  'time',
  'type',
  'username',
  'token',
  'group',
  'model',
  'prompt_tokens',
  'completion_tokens',
  'quota',
  'seconds',
  'stream',
  'channel',
  'client_ip',
  'content',
];

const toCells = (row: LogEntry): readonly (string | number)[] => [
  row.id,
  formatTime(row.created_at),
  row.type,
  row.username,
  row.token_name,
  row.token_group,
  row.model_name,
  row.prompt_tokens,
  row.completion_tokens,
  row.quota,
  row.use_time,
  String(row.is_stream),
  row.channel,
  row.client_ip,
  row.content,
];

/** All rows under the filters as a CSV file, newest first, fetched page by page up to a bound. */
export function useLogExport(filters: LogFilters & LogScope) {
  const { t } = useTranslation();
  const [listLogs] = useLazyListLogsQuery();
  const [isExporting, setExporting] = useState(false);

  const collect = async (): Promise<readonly LogEntry[] | null> => {
    const rows: LogEntry[] = [];
    for (let page = 1; rows.length < ROWS_MAX; page += 1) {
      const { data } = await listLogs({ ...filters, p: page, page_size: PAGE_SIZE_MAX });
      if (!data) return null; // shown by the listener
      rows.push(...data.items);
      if (data.items.length < PAGE_SIZE_MAX) break;
    }
    return rows;
  };

  const exportRows = async () => {
    setExporting(true);
    const rows = await collect();
    setExporting(false);
    if (!rows) return;
    if (rows.length === 0) return notices.warning(t('log.export_empty'));
    saveFile('request-log.csv', toCsv([header, ...rows.map(toCells)]));
    notices.success(t('log.exported', { count: rows.length }));
  };

  return { isExporting, exportRows };
}
