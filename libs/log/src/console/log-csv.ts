import { type LogEntry } from '@contracts';

type CsvColumn = readonly [header: string, cell: (entry: LogEntry) => string | number];

/** A time like `2026-01-31 23:59:59` in UTC, which spreadsheets read as a time and which means the same everywhere. */
function utcText(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');
}

const entryColumns: readonly CsvColumn[] = [
  ['id', entry => entry.id],
  ['time_utc', entry => utcText(entry.created_at)],
  ['type', entry => entry.type],
  ['username', entry => entry.username],
  ['token', entry => entry.token_name],
  ['group', entry => entry.token_group],
  ['model', entry => entry.model_name],
  ['prompt_tokens', entry => entry.prompt_tokens],
  ['completion_tokens', entry => entry.completion_tokens],
  ['quota', entry => entry.quota],
  ['seconds', entry => entry.use_time],
  ['stream', entry => String(entry.is_stream)],
  ['client_ip', entry => entry.client_ip],
  ['content', entry => entry.content],
  ['other', entry => entry.other],
];

/** The columns of an exported log as its owner reads it. */
export const ownCsvColumns = entryColumns;

/** The columns of an exported log as administrators read it. */
export const adminCsvColumns: readonly CsvColumn[] = [
  ...entryColumns,
  ['user_id', entry => entry.user_id],
  ['channel', entry => entry.channel],
  ['channel_name', entry => entry.channel_name],
  ['cost', entry => entry.cost ?? ''],
];

export function csvHeader(columns: readonly CsvColumn[]): readonly string[] {
  return columns.map(([header]) => header);
}

export function csvValues(columns: readonly CsvColumn[], entry: LogEntry): readonly (string | number)[] {
  return columns.map(([, cell]) => cell(entry));
}

/** A line that says something about the file itself, in the column of the texts. */
export function csvRemark(columns: readonly CsvColumn[], remark: string): readonly string[] {
  return columns.map(([header]) => (header === 'content' ? remark : ''));
}
