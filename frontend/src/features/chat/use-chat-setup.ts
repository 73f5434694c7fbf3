import { isHttpUrl, TOKEN_KEY_PREFIX, TokenStatus, withoutTrailingSlash, type TokenView } from '@contracts';
import { useState } from 'react';
import { baseAddressOf, useStatus } from '../../base/site/use-status';
import { canEmbed, chatAddress } from './chat-link';

export type LoadMode = 'frame' | 'window';

/** The current choices of the dialog. */
interface ChatDraft {
  /** The chosen token; null means the first usable token. */
  readonly tokenId: number | null;
  readonly link: string;
  readonly mode: LoadMode;
  readonly isCustom: boolean;
  /** A custom address; empty means the address of this site. */
  readonly address: string;
  /** A custom key; empty means the chosen token. */
  readonly key: string;
}

/** The first fault of the choices; also the i18n key of its message. */
type ChatFault = 'token' | 'address' | 'link';

/** The address that is opened, and where it opens. */
export interface ChatTarget {
  readonly address: string;
  readonly mode: LoadMode;
}

export interface ChatSetup {
  readonly draft: ChatDraft;
  readonly token: TokenView | undefined;
  /** The mode that applies: a link that cannot be embedded opens in a window. */
  readonly mode: LoadMode;
  readonly fault: ChatFault | null;
  readonly set: (changes: Partial<ChatDraft>) => void;
  readonly submit: () => void;
}

export function isUsable(token: TokenView): boolean {
  return token.status === TokenStatus.Enabled;
}

/** The choices of the dialog, and the address that they give. */
export function useChatSetup(
  links: readonly string[],
  tokens: readonly TokenView[] | undefined,
  onReady: (target: ChatTarget) => void,
): ChatSetup {
  const siteAddress = baseAddressOf(useStatus());
  const [fault, setFault] = useState<ChatFault | null>(null);
  const [draft, setDraft] = useState<ChatDraft>({
    tokenId: null,
    link: links[0] ?? '',
    mode: 'frame',
    isCustom: false,
    address: '',
    key: '',
  });
  const token = tokens?.find(({ id }) => id === draft.tokenId) ?? tokens?.find(isUsable);
  const mode = canEmbed(draft.link) ? draft.mode : 'window';

  const submit = () => {
    const custom = draft.isCustom ? { address: withoutTrailingSlash(draft.address), key: draft.key.trim() } : null;
    const key = custom?.key || (token && isUsable(token) ? TOKEN_KEY_PREFIX + token.key : '');
    if (key === '') return setFault('token');
    if (custom?.address && !isHttpUrl(custom.address)) return setFault('address');
    const address = chatAddress(draft.link, { address: custom?.address || withoutTrailingSlash(siteAddress), key });
    if (address === null) return setFault('link');
    onReady({ address, mode });
  };

  return {
    draft,
    token,
    mode,
    fault,
    set: changes => {
      setFault(null);
      setDraft(current => ({ ...current, ...changes }));
    },
    submit,
  };
}
