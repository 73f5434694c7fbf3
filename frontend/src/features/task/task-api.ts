import { type TaskQuery, type TaskView } from '@contracts';
import { baseApi } from '../../api/base-api';
import { toListAnswer, type ListAnswer } from '../../api/envelope-base-query';
import { listOf } from '../../api/tags';

/** Whose tasks are read: those of all users for administrators, the caller's own otherwise. */
export interface TaskScope {
  readonly isAdmin: boolean;
}

export type TaskFilters = Omit<TaskQuery, 'p'>;

const taskApi = baseApi.injectEndpoints({
  endpoints: build => ({
    /** Lists ten rows per page; the first page is 0. */
    listTasks: build.query<ListAnswer<TaskView>, TaskQuery & TaskScope>({
      query: ({ isAdmin, ...params }) => ({ url: isAdmin ? 'task/' : 'task/self', params }),
      transformResponse: toListAnswer<TaskView>,
      providesTags: listOf('Task'),
    }),
  }),
});

export const { useListTasksQuery } = taskApi;
