import { Button, Callout, Dialog, DialogBody, Intent, Radio, RadioGroup } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { FormDialogFooter } from '../../shared/dialog/FormDialogFooter';
import { SelectField, SwitchField, TextField } from '../../shared/form/fields';
import { baseAddressOf, useStatus } from '../../base/site/use-status';
import { LoadingLines } from '../../shared/display/states';
import { canEmbed, linkName } from './chat-link';
import { TokenChoice } from './TokenChoice';
import { useChatSetup, type ChatSetup, type ChatTarget, type LoadMode } from './use-chat-setup';
import { useQuickTokens, type QuickTokens } from './use-quick-tokens';

interface ChatSetupDialogProps {
  readonly links: readonly string[];
  readonly onReady: (target: ChatTarget) => void;
  readonly onClose: () => void;
}

interface PartProps {
  readonly setup: ChatSetup;
}

function Tokens({ setup, quick }: PartProps & { readonly quick: QuickTokens }) {
  const { t } = useTranslation();
  if (quick.hasFailed) {
    return (
      <Callout className="block" intent={Intent.DANGER}>
        {t('chat.tokens_failed')}
        <span className="form-actions">
          <Button size="small" text={t('common.retry')} onClick={quick.retry} />
          <Link to="/token">{t('shell.tokens')}</Link>
        </span>
      </Callout>
    );
  }
  if (!quick.tokens) return <LoadingLines count={2} />;
  return (
    <TokenChoice
      tokens={quick.tokens}
      chosen={setup.token}
      fault={setup.fault === 'token' ? t('chat.fault_token') : undefined}
      onChoose={tokenId => setup.set({ tokenId })}
    />
  );
}

/** Fields for users who use another server or another key. */
function CustomFields({ setup: { draft, fault, set } }: PartProps) {
  const { t } = useTranslation();
  const status = useStatus();
  return (
    <>
      <SwitchField label={t('chat.custom')} isOn={draft.isCustom} onChange={isCustom => set({ isCustom })} />
      {draft.isCustom && (
        <>
          <TextField
            label={t('chat.custom_address')}
            type="url"
            placeholder={baseAddressOf(status)}
            helper={t('chat.custom_address_hint')}
            fault={fault === 'address' ? t('chat.fault_address') : undefined}
            value={draft.address}
            onChange={address => set({ address })}
          />
          <TextField
            label={t('chat.custom_token')}
            placeholder="sk-"
            helper={t('chat.custom_token_hint')}
            value={draft.key}
            onChange={key => set({ key })}
          />
        </>
      )}
    </>
  );
}

function LinkFields({ setup: { draft, mode, fault, set }, links }: PartProps & Pick<ChatSetupDialogProps, 'links'>) {
  const { t } = useTranslation();
  const isEmbeddable = canEmbed(draft.link);
  return (
    <>
      <SelectField
        label={t('chat.link')}
        fault={fault === 'link' ? t('chat.fault_link') : undefined}
        value={draft.link}
        options={links.map((link, index) => ({
          value: link,
          label: t('chat.link_option', { number: index + 1, name: linkName(link) }),
        }))}
        onChange={link => set({ link })}
      />
      <RadioGroup
        label={t('chat.mode')}
        selectedValue={mode}
        // The values are those of the two radio buttons below.
        onChange={event => set({ mode: event.currentTarget.value as LoadMode })}
      >
        <Radio value="frame" disabled={!isEmbeddable} label={t('chat.mode_frame')} />
        <Radio value="window" label={t('chat.mode_window')} />
      </RadioGroup>
      {!isEmbeddable && <p className="muted">{t('chat.window_only')}</p>}
    </>
  );
}

/** The choice of the token, the client, and where it opens. */
export function ChatSetupDialog({ links, onReady, onClose }: ChatSetupDialogProps) {
  const { t } = useTranslation();
  const quick = useQuickTokens();
  const setup = useChatSetup(links, quick.tokens, onReady);
  return (
    <Dialog isOpen title={t('chat.title')} onClose={onClose}>
      <form
        noValidate
        onSubmit={event => {
          event.preventDefault();
          setup.submit();
        }}
      >
        <DialogBody className="chat-setup">
          <Tokens setup={setup} quick={quick} />
          <CustomFields setup={setup} />
          <LinkFields setup={setup} links={links} />
        </DialogBody>
        <FormDialogFooter text={t('chat.open')} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
