import { findJson, isJsonObject, type JsonObject } from '@kernel';
import { type AcceptedTask } from '@providers';
import { type TaskRow } from './task.entity';

const JSON_BYTES_MAX = 4 * 1024 * 1024;

/** A row as its provider may know it. */
export function toAcceptedTask(row: TaskRow): AcceptedTask {
  const { taskId, modelName, status, finishTimeMs } = row;
  return { taskId, modelName, status, finishTimeMs, properties: propertiesOf(row), data: dataObjectOf(row) };
}

/** The stored properties of a request; empty when the row cannot be parsed. */
export function propertiesOf(row: Pick<TaskRow, 'properties'>): JsonObject {
  return objectFrom(row.properties);
}

/** The stored data of the upstream's last report. */
export function dataOf(row: Pick<TaskRow, 'data'>): unknown {
  return row.data === '' ? null : (findJson(row.data, { bytesMax: JSON_BYTES_MAX }) ?? null);
}

/** The stored data of the upstream's last report; an empty object when it is not an object. */
export function dataObjectOf(row: Pick<TaskRow, 'data'>): JsonObject {
  return objectFrom(row.data);
}

function objectFrom(text: string): JsonObject {
  const value = text === '' ? null : findJson(text, { bytesMax: JSON_BYTES_MAX });
  return isJsonObject(value) ? value : {};
}
