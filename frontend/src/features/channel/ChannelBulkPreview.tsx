import { Callout } from '@blueprintjs/core';
import { ChannelStatus, type ChannelBulkField } from '@contracts';
import { useTranslation } from 'react-i18next';
import { chosenFields, type BulkList, type ChannelBulkDraft } from './channel-bulk-form';
import { useBulkFieldName } from './use-bulk-field-name';

/** More names than this are shown as a count. */
const NAMES_SHOWN_MAX = 12;
/** The longest piece of a text that is shown, in characters. */
const TEXT_SHOWN_MAX = 80;

function clipped(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  return line.length > TEXT_SHOWN_MAX ? `${line.slice(0, TEXT_SHOWN_MAX)}…` : line;
}

/** One line per chosen field with its new value. */
function useLines(draft: ChannelBulkDraft): readonly string[] {
  const { t } = useTranslation();
  const nameOf = useBulkFieldName();

  const listed = ({ names }: BulkList) => {
    const shown = names.slice(0, NAMES_SHOWN_MAX).join(', ');
    const count = names.length - NAMES_SHOWN_MAX;
    return count > 0 ? t('channel.bulk_names_more', { names: shown, count }) : shown;
  };
  const valueOf = (field: Exclude<ChannelBulkField, 'group' | 'models'>): string => {
    switch (field) {
      case 'status':
        return draft.status === ChannelStatus.Enabled ? t('common.enabled') : t('common.disabled');
      case 'priority':
        return draft.priority;
      case 'weight':
        return draft.weight;
      case 'model_mapping':
        return clipped(draft.modelMapping);
      case 'status_code_mapping':
        return clipped(draft.statusCodeMapping);
      case 'test_model':
        return clipped(draft.testModel);
      case 'ma_input_tokens':
        return draft.inputTokensMax;
      case 'auto_ban':
        return draft.isAutoBan ? t('channel.bulk_on') : t('channel.bulk_off');
      default:
        return clipped(draft.shape[field].replace('T', ' '));
    }
  };
  return chosenFields(draft).map(field => {
    const name = nameOf(field);
    if (field === 'group' || field === 'models') {
      const names = listed(draft[field]) || '…';
      return t(`channel.bulk_list_${draft[field].how}`, { field: name, names });
    }
    return t('channel.bulk_to', { field: name, value: valueOf(field) || t('channel.bulk_none') });
  });
}

interface ChannelBulkPreviewProps {
  readonly draft: ChannelBulkDraft;
  readonly count: number;
  readonly tag?: string;
}

/** Says in words what the edit will do before it is made; screen readers read it when it changes. */
export function ChannelBulkPreview({ draft, count, tag }: ChannelBulkPreviewProps) {
  const { t } = useTranslation();
  const lines = useLines(draft);
  return (
    <Callout
      role="status"
      title={tag ? t('channel.bulk_preview_tag', { tag }) : t('channel.bulk_preview', { count })}
      icon={null}
      compact
    >
      {lines.length === 0 ? (
        t('channel.bulk_nothing')
      ) : (
        <ul className="bulk-preview">
          {lines.map(line => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </Callout>
  );
}
