import { type TaskReport, type TaskRow } from '../engine/task-platform';

/**
 * Polls tasks one by one, for an upstream that has no route for several tasks.
 *
 * @param ask gives null when nothing is known of the task yet
 * @throws PollFailure when a task could not be polled
 */
export async function pollEach(
  tasks: readonly TaskRow[],
  ask: (task: TaskRow) => Promise<TaskReport | null>,
): Promise<ReadonlyMap<number, TaskReport>> {
  const reports = new Map<number, TaskReport>();
  for (const task of tasks) {
    const report = await ask(task);
    if (report) reports.set(task.id, report);
  }
  return reports;
}

/**
 * The report for a task that its upstream does not know. A new task may be unknown for a while; after that it has
 * failed.
 */
export function forgottenReport(task: Pick<TaskRow, 'submitTimeMs'>, patienceMs: number): TaskReport | null {
  const isPatient = Date.now() - task.submitTimeMs < patienceMs;
  return isPatient ? null : { status: 'FAILURE', failReason: 'the upstream does not know the task any more' };
}
