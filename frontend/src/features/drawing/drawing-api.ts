import { type DrawingQuery, type DrawingView } from '@contracts';
import { baseApi } from '../../api/base-api';
import { toListAnswer, type ListAnswer } from '../../api/envelope-base-query';
import { listOf } from '../../api/tags';

/** Whose drawings are read: those of all users for administrators, the caller's own otherwise. */
export interface DrawingScope {
  readonly isAdmin: boolean;
}

export type DrawingFilters = Omit<DrawingQuery, 'p'>;

const drawingApi = baseApi.injectEndpoints({
  endpoints: build => ({
    /** Lists ten rows per page; the first page is 0. */
    listDrawings: build.query<ListAnswer<DrawingView>, DrawingQuery & DrawingScope>({
      query: ({ isAdmin, ...params }) => ({ url: isAdmin ? 'mj/' : 'mj/self/', params }),
      transformResponse: toListAnswer<DrawingView>,
      providesTags: listOf('Drawing'),
    }),
  }),
});

export const { useListDrawingsQuery } = drawingApi;
