import { type BackupStatus, type StoredBackupView } from '@contracts';
import { baseApi } from '../../../api/base-api';

const backupApi = baseApi.injectEndpoints({
  endpoints: build => ({
    getBackupStatus: build.query<BackupStatus, void>({
      query: () => 'backup/',
      // A changed option changes where backups go, and when.
      providesTags: ['Backup', 'Option'],
    }),
    listStoredBackups: build.query<readonly StoredBackupView[], void>({
      query: () => 'backup/stored',
      providesTags: ['Backup', 'Option'],
    }),
    startBackup: build.mutation<null, void>({
      query: () => ({ url: 'backup/', method: 'POST' }),
      invalidatesTags: ['Backup'],
    }),
    /** Writes, reads and removes a small object at the saved destination. */
    testBackupPlace: build.mutation<null, void>({
      query: () => ({ url: 'backup/test', method: 'POST' }),
    }),
  }),
});

export const {
  useGetBackupStatusQuery,
  useListStoredBackupsQuery,
  useStartBackupMutation,
  useTestBackupPlaceMutation,
} = backupApi;
