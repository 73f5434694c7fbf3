import { type OpenAiDialect } from '@formats';
import { type UpstreamCall } from '../../contract/upstream';
import { changeMessages, renameRole } from '../adapt-messages';
import { perTarget } from '../../shared/per-target';
import { type BodyDraft } from '../body-draft';
import { withShortIds } from './short-ids';

/** How a provider of the OpenAI protocol differs from OpenAI itself. The host of the channel's address selects it. */
interface ProviderQuirks {
  /** Whole hosts, or ends of hosts that begin with a dot. */
  readonly hosts: readonly string[];
  /** True when endpoints follow the typed address directly, because the provider has no `/v1` or has it elsewhere. */
  readonly hasNoVersion?: boolean;
  /** The path of the list of models from the root of the host, where it does not stand beside the calls. */
  readonly modelsPath?: string;
  /** True when the provider offers the Responses API, too; without it, calls in that format are converted. */
  readonly hasResponses?: boolean;
  readonly dialect?: OpenAiDialect;
  readonly adapt?: (draft: BodyDraft, call: UpstreamCall) => void;
}

const toSystem = renameRole({ developer: 'system' });

/** These providers accept instructions under the role `system` only. */
function knowsSystemOnly(draft: BodyDraft): void {
  changeMessages(draft, toSystem);
}

/** Leaves out what only OpenAI's own models support. */
const PLAIN: OpenAiDialect = { takesAllowedTools: false, takesCustomTools: false };

/**
 * What providers of the OpenAI protocol refuse or do differently. Source: their own pages on compatibility, and
 * recorded responses.
 */
const PROVIDER_QUIRKS: readonly ProviderQuirks[] = [
  {
    hosts: ['api.deepseek.com'],
    // In a tool loop the reasoning must be sent back with the calls that it led to.
    dialect: { ...PLAIN, reasoningField: 'reasoning_content' },
    adapt: knowsSystemOnly,
  },
  {
    hosts: ['api.mistral.ai'],
    dialect: PLAIN,
    adapt: draft => {
      knowsSystemOnly(draft);
      changeMessages(draft, withShortIds());
    },
  },
  { hosts: ['api.groq.com'], dialect: PLAIN, adapt: knowsSystemOnly },
  { hosts: ['api.x.ai'], hasResponses: true, dialect: PLAIN, adapt: knowsSystemOnly },
  {
    hosts: ['api.perplexity.ai'],
    hasNoVersion: true,
    dialect: PLAIN,
    adapt: knowsSystemOnly,
  },
  { hosts: ['.volces.com'], dialect: PLAIN, adapt: knowsSystemOnly },
  { hosts: ['openrouter.ai'], hasResponses: true, dialect: PLAIN },
  { hosts: ['models.github.ai'], hasNoVersion: true, modelsPath: '/catalog/models', dialect: PLAIN },
  { hosts: ['api.deepinfra.com'], hasNoVersion: true, dialect: PLAIN },
  {
    hosts: [
      'api.baichuan-ai.com',
      'api.cerebras.ai',
      'api.fireworks.ai',
      'router.huggingface.co',
      'api.hyperbolic.xyz',
      'api.tokenfactory.nebius.com',
      'api.novita.ai',
      'integrate.api.nvidia.com',
      'api.sambanova.ai',
      'api.stepfun.com',
      'api.together.xyz',
      'ai-gateway.vercel.sh',
    ],
    dialect: PLAIN,
  },
];

/** The differences of the provider at this channel's address; null for OpenAI and for unknown providers. */
export const quirksOf = perTarget(({ baseUrl }): ProviderQuirks | null => {
  const host = hostOf(baseUrl);
  if (host === '') return null;
  const isAt = (known: string): boolean => (known.startsWith('.') ? host.endsWith(known) : host === known);
  return PROVIDER_QUIRKS.find(({ hosts }) => hosts.some(isAt)) ?? null;
});

function hostOf(address: string): string {
  const trimmed = address.trim();
  return URL.canParse(trimmed) ? new URL(trimmed).hostname.toLowerCase() : '';
}
