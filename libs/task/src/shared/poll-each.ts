import { type TaskReport, type TaskRow } from '../engine/task-platform';

/**
 * Asks an upstream that knows no question about several tasks.
 *
 * @param ask null when nothing is known of the task yet
 * @throws PollFailure when a task could not be asked about
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

/** An upstream may need a moment to know its own task; after that its ignorance is the end. */
export function forgottenReport(task: Pick<TaskRow, 'submitTimeMs'>, patienceMs: number): TaskReport | null {
  const isPatient = Date.now() - task.submitTimeMs < patienceMs;
  return isPatient ? null : { status: 'FAILURE', failReason: 'the upstream does not know the task any more' };
}
