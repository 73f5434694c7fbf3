import { type ChannelBulkField } from '@contracts';
import { useTranslation } from 'react-i18next';

/** The label of a field in the edit of many channels. */
export function useBulkFieldName(): (field: ChannelBulkField) => string {
  const { t } = useTranslation();
  return field => {
    switch (field) {
      case 'status':
        return t('common.status');
      case 'group':
        return t('channel.groups');
      case 'ma_input_tokens':
        return t('channel.input_tokens_max');
      default:
        return t(`channel.${field}`);
    }
  };
}
