import { useTranslation } from 'react-i18next';
import { type OwnerQuery } from '../../api/page-query';
import { notices } from '../../shared/dialog/notices';
import { useExportLogsMutation, type LogFilters } from './log-api';

/**
 * Exports all rows under the filters as a CSV file, newest first.
 *
 * @param total rows of the list under the same filters, if known
 */
export function useLogExport(filters: LogFilters & OwnerQuery, total: number | undefined) {
  const { t } = useTranslation();
  const [exportLogs, { isLoading: isExporting }] = useExportLogsMutation();

  const exportRows = async () => {
    if (total === 0) return notices.warning(t('log.export_empty'));
    const { error } = await exportLogs(filters);
    if (!error) notices.success(t('log.exported')); // the listener shows errors
  };

  return { isExporting, exportRows };
}
