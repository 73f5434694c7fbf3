import { Callout, Intent } from '@blueprintjs/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useDebounced } from '../../shared/timing/use-debounced';
import { LoadingLines } from '../../shared/display/states';
import { usePreviewChannelMutation } from './channel-api';
import { findShapeFault } from './channel-shape-form';
import { toCreate } from './channel-form';
import { type ChannelForm } from './use-channel-form';

const DELAY_MS = 500;

/** The request that the provider would receive with the form as it stands. */
export function ChannelRequestPreview({ form: { id, draft } }: { readonly form: ChannelForm }) {
  const { t } = useTranslation();
  const settled = useDebounced(draft, DELAY_MS);
  const [build, { data, error, isLoading }] = usePreviewChannelMutation();
  const isSound = findShapeFault(settled.shape) === null;
  useEffect(() => {
    if (isSound) void build({ ...toCreate(settled), ...(id !== null && { id }) });
  }, [build, settled, isSound, id]);
  if (!isSound) return null; // the field itself says what is wrong
  if (error) {
    return (
      <Callout className="block" intent={Intent.WARNING} title={t('channel.preview')} compact>
        {'message' in error ? error.message : ''}
      </Callout>
    );
  }
  if (!data) return isLoading ? <LoadingLines count={3} label={t('channel.preview')} /> : null;
  const headers = Object.entries(data.headers).map(([name, value]) => `${name}: ${value}`);
  return (
    <Callout className="block" title={t('channel.preview')} icon={null} compact>
      <pre className="code-area" aria-label={t('channel.preview')}>
        {[`${data.method} ${data.url}`, ...headers, '', pretty(data.body)].join('\n')}
      </pre>
    </Callout>
  );
}

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body; // a body that is not JSON is shown as it is
  }
}
