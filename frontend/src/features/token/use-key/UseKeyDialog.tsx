import { AnchorButton, Button, Dialog, DialogBody, Tab, Tabs } from '@blueprintjs/core';
import { Duplicate, Share } from '@blueprintjs/icons';
import { type TokenView } from '@contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useListModelsQuery } from '../../../base/session/user-api';
import { baseAddressOf, useStatus } from '../../../base/site/use-status';
import { useCopy } from '../../../shared/copy/use-copy';
import { SelectField } from '../../../shared/form/fields';
import { fullKey } from '../token-columns';
import { snippetsOf, type Snippet } from './snippets';
import { TryKey } from './TryKey';
import '../../../styles/token.css';

function CopyBlock({ text, label }: { readonly text: string; readonly label: string }) {
  const { t } = useTranslation();
  const copy = useCopy();
  return (
    <div className="use-key-block">
      <pre className="json-text" tabIndex={0} aria-label={label} translate="no">
        {text}
      </pre>
      <Button
        size="small"
        icon={<Duplicate />}
        text={t('common.copy')}
        onClick={() => copy(text, t('use_key.copied', { name: label }))}
      />
    </div>
  );
}

function SnippetPanel({ snippet: { name, file, text, commands, link } }: { readonly snippet: Snippet }) {
  const { t } = useTranslation();
  return (
    <>
      {commands && !file && <CopyBlock text={commands} label={t('use_key.install', { name })} />}
      {file && (
        <p className="muted">
          {t('use_key.file')} <code>{file}</code>
        </p>
      )}
      <CopyBlock text={text} label={t('use_key.code', { name })} />
      {commands && file && <CopyBlock text={commands} label={t('use_key.run', { name })} />}
      {link && (
        <AnchorButton
          icon={<Share />}
          text={t('use_key.open', { name })}
          href={link}
          target="_blank"
          rel="noreferrer"
        />
      )}
    </>
  );
}

/** The models that the key may call: its own limits, else those of its group. */
function useModels(token: TokenView): readonly string[] {
  const { data: offered = [] } = useListModelsQuery({ group: token.group, priced: true });
  if (!token.model_limits_enabled) return offered;
  const limits = new Set(token.model_limits.split(',').map(name => name.trim()));
  const allowed = offered.filter(name => limits.has(name));
  return allowed.length > 0 ? allowed : [...limits].filter(Boolean);
}

interface UseKeyDialogProps {
  readonly token: TokenView;
  readonly onClose: () => void;
}

/** How to use a key in clients and programs, with address, key and model filled in, and a call to try it. */
export function UseKeyDialog({ token, onClose }: UseKeyDialogProps) {
  const { t } = useTranslation();
  const address = baseAddressOf(useStatus());
  const models = useModels(token);
  const [chosen, setChosen] = useState('');
  const model = chosen || token.default_model || models[0] || '';
  const snippets = snippetsOf({ address, key: fullKey(token), model: model || 'gpt-4o-mini' });
  const options = [...new Set([...(model ? [model] : []), ...models])].map(value => ({ value, label: value }));
  return (
    <Dialog isOpen className="use-key" title={t('use_key.title', { name: token.name })} onClose={onClose}>
      <DialogBody>
        <SelectField
          label={t('use_key.model')}
          helper={options.length === 0 ? t('use_key.no_models') : undefined}
          value={model}
          options={options}
          onChange={setChosen}
        />
        <Tabs id="use-key-clients" renderActiveTabPanelOnly className="use-key-clients scroll-tabs">
          {snippets.map(snippet => (
            <Tab
              key={snippet.id}
              id={snippet.id}
              title={<span translate="no">{snippet.name}</span>}
              panel={<SnippetPanel snippet={snippet} />}
            />
          ))}
        </Tabs>
        <TryKey key={model} keyText={fullKey(token)} model={model} />
      </DialogBody>
    </Dialog>
  );
}
