import { type TaskQuery, type TaskView } from '@contracts';
import { baseApi } from '../../api/base-api';
import { toListAnswer, type ListAnswer } from '../../api/envelope-base-query';
import { wirePage, type OwnerQuery, type PageQuery } from '../../api/page-query';
import { listOf } from '../../api/tags';

export type TaskFilters = Omit<TaskQuery, 'p'>;

const taskApi = baseApi.injectEndpoints({
  endpoints: build => ({
    /** Lists ten rows per page. */
    listTasks: build.query<ListAnswer<TaskView>, TaskFilters & OwnerQuery & Pick<PageQuery, 'page'>>({
      query: ({ isAdmin, page, ...filters }) => ({
        url: isAdmin ? 'task/' : 'task/self',
        params: { ...filters, p: wirePage(page) },
      }),
      transformResponse: toListAnswer<TaskView>,
      providesTags: listOf('Task'),
    }),
  }),
});

export const { useListTasksQuery } = taskApi;
