import {
  MOVE_IN_FILE_TYPE,
  type MoveInFile,
  type MoveInFilePart,
  type MoveInStart,
  type MoveInStatus,
} from '@contracts';
import { baseApi } from '../../../api/base-api';

/** The server takes a file for five minutes. */
const UPLOAD_TIMEOUT_MS = 310_000;

const moveInApi = baseApi.injectEndpoints({
  endpoints: build => ({
    getMoveIn: build.query<MoveInStatus, void>({
      query: () => 'move_in/',
      providesTags: ['MoveIn'],
    }),
    sendMoveInFile: build.mutation<MoveInFile, { readonly part: MoveInFilePart; readonly file: Blob }>({
      query: ({ part, file }) => ({
        url: `move_in/file/${part}`,
        method: 'POST',
        body: file,
        headers: { 'content-type': MOVE_IN_FILE_TYPE },
        timeout: UPLOAD_TIMEOUT_MS,
      }),
      invalidatesTags: ['MoveIn'],
    }),
    removeMoveInFile: build.mutation<null, MoveInFilePart>({
      query: part => ({ url: `move_in/file/${part}`, method: 'DELETE' }),
      invalidatesTags: ['MoveIn'],
    }),
    /** Begins a dry run or an import; what becomes of it is read from the status. */
    startMoveIn: build.mutation<null, MoveInStart>({
      query: body => ({ url: 'move_in/', method: 'POST', body }),
      invalidatesTags: ['MoveIn'],
    }),
  }),
});

export const { useGetMoveInQuery, useSendMoveInFileMutation, useRemoveMoveInFileMutation, useStartMoveInMutation } =
  moveInApi;
