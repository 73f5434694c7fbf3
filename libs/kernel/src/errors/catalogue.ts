import { accountRows } from './account-rows';
import { consoleRows } from './console-rows';
import { relayRows } from './relay-rows';
import { row, type CatalogueRow } from './row';
import { taskRows } from './task-rows';

/** Failures below any route; a route that does not handle one responds with the status given here. */
const kernelRows = {
  CONFIG_INVALID: row(500, '{variable} is not valid: {reason}', '{variable} 无效：{reason}'),
  JSON_INVALID: row(400, 'the text is not valid JSON', '不是合法的 JSON'),
  JSON_TOO_LARGE: row(413, 'the JSON text is larger than {limit} bytes', 'JSON 超过 {limit} 字节'),
  JSON_TOO_DEEP: row(400, 'the JSON text is nested deeper than {limit} levels', 'JSON 嵌套超过 {limit} 层'),
  SSE_TOO_LONG: row(
    502,
    'a line or event of the stream is longer than {limit} characters',
    '流中的一行或一个事件超过 {limit} 个字符',
  ),
  DEADLINE_EXCEEDED: row(
    504,
    'the limit "{limit}" of {milliseconds} ms was exceeded',
    '超过了时限“{limit}”（{milliseconds} 毫秒）',
  ),
  QUOTA_NOT_WHOLE: row(500, 'a quota must be a whole number of units within 2^53', '额度必须是 2^53 以内的整数'),
  NUMBER_INVALID: row(400, 'not a decimal number: {text}', '不是十进制数：{text}'),
};

/** Every error the product can name: status, sentence in both languages and, for the relay, the code on the wire. */
export const catalogue = { ...kernelRows, ...consoleRows, ...accountRows, ...relayRows, ...taskRows } satisfies Record<
  string,
  CatalogueRow
>;

export type ErrorCode = keyof typeof catalogue;

/** The row of a code. */
export function catalogueRow(code: ErrorCode): CatalogueRow {
  return catalogue[code];
}
