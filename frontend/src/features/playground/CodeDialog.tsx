import { Button, Dialog, DialogBody, Tab, Tabs } from '@blueprintjs/core';
import { Duplicate } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { baseAddressOf, useStatus } from '../../base/site/use-status';
import { useCopy } from '../../shared/copy/use-copy';
import { requestFor, type ChatSession, type PlaygroundSettings } from './conversation';
import { codeOf, type RequestCode } from './request-code';

const noSession: ChatSession = { id: '', createAt: 0, messages: [], clearedAfter: null };

interface CodeDialogProps {
  /** Undefined before the first question. */
  readonly session: ChatSession | undefined;
  readonly settings: PlaygroundSettings;
  readonly onClose: () => void;
}

function CodePanel({ code: { name, text } }: { readonly code: RequestCode }) {
  const { t } = useTranslation();
  const copy = useCopy();
  return (
    <>
      <pre className="json-text request-code" tabIndex={0} aria-label={t('use_key.code', { name })} translate="no">
        {text}
      </pre>
      <Button icon={<Duplicate />} text={t('common.copy')} onClick={() => copy(text, t('use_key.copied', { name }))} />
    </>
  );
}

/** The conversation and its settings as code for those who call the server with a key of their own. */
export function CodeDialog({ session = noSession, settings, onClose }: CodeDialogProps) {
  const { t } = useTranslation();
  const address = `${baseAddressOf(useStatus())}/v1`;
  return (
    <Dialog isOpen className="wide-dialog" title={t('playground.view_code')} onClose={onClose}>
      <DialogBody>
        <Tabs id="request-code" renderActiveTabPanelOnly>
          {codeOf(requestFor(session, '', settings), address).map(code => (
            <Tab
              key={code.id}
              id={code.id}
              title={<span translate="no">{code.name}</span>}
              panel={<CodePanel code={code} />}
            />
          ))}
        </Tabs>
      </DialogBody>
    </Dialog>
  );
}
