import { type ImageTaskQuery, type ImageTaskView } from '@contracts';
import { baseApi } from '../../api/base-api';
import { toListAnswer, type ListAnswer } from '../../api/envelope-base-query';
import { wirePage, type OwnerQuery, type PageQuery } from '../../api/page-query';
import { listOf } from '../../api/tags';

export type ImageTaskFilters = Omit<ImageTaskQuery, 'p'>;

const imageTaskApi = baseApi.injectEndpoints({
  endpoints: build => ({
    /** Lists ten rows per page. */
    listImageTasks: build.query<ListAnswer<ImageTaskView>, ImageTaskFilters & OwnerQuery & Pick<PageQuery, 'page'>>({
      query: ({ isAdmin, page, ...filters }) => ({
        url: isAdmin ? 'mj/' : 'mj/self/',
        params: { ...filters, p: wirePage(page) },
      }),
      transformResponse: toListAnswer<ImageTaskView>,
      providesTags: listOf('ImageTask'),
    }),
  }),
});

export const { useListImageTasksQuery } = imageTaskApi;
