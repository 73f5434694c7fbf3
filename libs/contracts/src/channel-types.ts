import * as models from './channel-models';

/** The meanings that the free field `other` of a channel has for its type. */
type OtherMeaning = 'apiVersion' | 'modelVersion' | 'region' | 'knowledgeBaseId' | 'accountId' | 'plugin';

/** The meanings of a channel's base address: a reverse proxy before the provider, unless the type says otherwise. */
type BaseUrlMeaning = 'proxy' | 'endpoint' | 'fullUrl' | 'deployment' | 'imageTaskProxy' | 'beforeSuno';

/** One kind of upstream. The form of the console and the checks of the server both read this. */
interface ChannelType {
  readonly id: number;
  readonly name: string;
  /**
   * The address used while the channel's own is empty; empty when the operator must fill it in or the adapter builds
   * it.
   */
  readonly defaultBaseUrl: string;
  /** The models offered when the type changes and no model is chosen. */
  readonly defaultModels: readonly string[];
  /** The shape of the key, as the form shows it. */
  readonly keyHint: string;
  /** True when the whole text is one key, so that it is not split at line ends. */
  readonly keyIsDocument: boolean;
  readonly baseUrlMeaning: BaseUrlMeaning;
  readonly requiresBaseUrl: boolean;
  /** The meaning of `other`; null when the field has none. `fallback` is stored when the field is left empty. */
  readonly other: { readonly meaning: OtherMeaning; readonly fallback: string; readonly isRequired: boolean } | null;
  readonly hasOrganization: boolean;
  /** True where the adapter of the type reads a balance, or a list of models; a test holds table and adapters equal. */
  readonly supportsBalance: boolean;
  readonly supportsModelFetch: boolean;
  readonly supportsTest: boolean;
}

/** The key hint of providers with a plain key. */
export const GENERIC_KEY_HINT = 'one key, as issued by the provider';

type Stated = 'id' | 'name' | 'defaultBaseUrl' | 'defaultModels';

function row(type: Pick<ChannelType, Stated> & Partial<ChannelType>): ChannelType {
  return {
    keyHint: GENERIC_KEY_HINT,
    keyIsDocument: false,
    baseUrlMeaning: 'proxy',
    requiresBaseUrl: false,
    other: null,
    hasOrganization: false,
    supportsBalance: false,
    supportsModelFetch: false,
    supportsTest: true,
    ...type,
  };
}

/** All channel types, in the order of their numbers. */
export const channelTypes: readonly ChannelType[] = [
  row({
    id: 1,
    name: 'OpenAI',
    defaultBaseUrl: 'https://api.openai.com',
    defaultModels: models.openaiModels,
    hasOrganization: true,
    supportsBalance: true,
    supportsModelFetch: true,
  }),
  row({
    id: 2,
    name: 'Midjourney Proxy',
    defaultBaseUrl: '',
    defaultModels: models.midjourneyModels,
    keyHint: 'secret of the Midjourney proxy; sent as header mj-api-secret',
    baseUrlMeaning: 'imageTaskProxy',
    requiresBaseUrl: true,
    supportsTest: false,
  }),
  row({
    id: 3,
    name: 'Azure OpenAI',
    defaultBaseUrl: '',
    defaultModels: models.openaiModels,
    keyHint: 'Azure api-key',
    baseUrlMeaning: 'endpoint',
    requiresBaseUrl: true,
    other: { meaning: 'apiVersion', fallback: '2023-06-01-preview', isRequired: false },
    supportsModelFetch: true,
  }),
  row({
    id: 4,
    name: 'Ollama',
    defaultBaseUrl: 'http://localhost:11434',
    defaultModels: models.ollamaModels,
    keyHint: 'any text',
    baseUrlMeaning: 'deployment',
    supportsModelFetch: true,
  }),
  row({
    id: 5,
    name: 'Midjourney Proxy Plus',
    defaultBaseUrl: '',
    defaultModels: models.midjourneyPlusModels,
    keyHint: 'secret of the Midjourney proxy; sent as header mj-api-secret',
    baseUrlMeaning: 'imageTaskProxy',
    requiresBaseUrl: true,
    supportsTest: false,
  }),
  row({
    id: 8,
    name: 'Custom',
    defaultBaseUrl: '',
    defaultModels: models.openaiModels,
    baseUrlMeaning: 'fullUrl',
    requiresBaseUrl: true,
    supportsBalance: true,
    supportsModelFetch: true,
  }),
  row({
    id: 11,
    name: 'PaLM2',
    defaultBaseUrl: 'https://generativelanguage.googleapis.com',
    defaultModels: models.palmModels,
    keyHint: 'Google API key',
  }),
  row({
    id: 14,
    name: 'Anthropic Claude',
    defaultBaseUrl: 'https://api.anthropic.com',
    defaultModels: models.anthropicModels,
    keyHint: 'x-api-key value',
    supportsModelFetch: true,
  }),
  row({
    id: 15,
    name: 'Baidu',
    defaultBaseUrl: 'https://aip.baidubce.com',
    defaultModels: models.baiduModels,
    keyHint: 'APIKey|SecretKey',
    supportsModelFetch: true,
  }),
  row({
    id: 16,
    name: 'Zhipu ChatGLM',
    defaultBaseUrl: 'https://open.bigmodel.cn',
    defaultModels: models.zhipuModels,
    keyHint: 'id.secret',
    supportsModelFetch: true,
  }),
  row({
    id: 17,
    name: 'Alibaba Qwen',
    defaultBaseUrl: 'https://dashscope.aliyuncs.com',
    defaultModels: models.qwenModels,
    other: { meaning: 'plugin', fallback: '', isRequired: false },
    supportsModelFetch: true,
  }),
  row({
    id: 18,
    name: 'iFlytek Spark',
    defaultBaseUrl: '',
    defaultModels: models.sparkModels,
    keyHint: 'APPID|APISecret|APIKey',
    other: { meaning: 'modelVersion', fallback: 'v2.1', isRequired: false },
  }),
  row({
    id: 19,
    name: '360',
    defaultBaseUrl: 'https://api.360.cn',
    defaultModels: models.ai360Models,
    supportsModelFetch: true,
  }),
  row({
    id: 21,
    name: 'AI Proxy knowledge base',
    defaultBaseUrl: 'https://api.aiproxy.io',
    defaultModels: [],
    other: { meaning: 'knowledgeBaseId', fallback: '', isRequired: true },
    supportsBalance: true,
  }),
  row({
    id: 22,
    name: 'FastGPT knowledge base',
    defaultBaseUrl: 'https://fastgpt.run/api/openapi',
    defaultModels: models.openaiClassicModels,
    keyHint: 'APIKey-AppId',
    baseUrlMeaning: 'deployment',
  }),
  row({
    id: 23,
    name: 'Tencent Hunyuan',
    defaultBaseUrl: 'https://hunyuan.tencentcloudapi.com',
    defaultModels: models.hunyuanModels,
    keyHint: 'AppId|SecretId|SecretKey',
  }),
  row({
    id: 24,
    name: 'Google Gemini',
    defaultBaseUrl: 'https://generativelanguage.googleapis.com',
    defaultModels: models.geminiModels,
    keyHint: 'Google API key',
    other: { meaning: 'apiVersion', fallback: '', isRequired: false },
    supportsModelFetch: true,
  }),
  row({
    id: 25,
    name: 'Moonshot',
    defaultBaseUrl: 'https://api.moonshot.cn',
    defaultModels: models.moonshotModels,
    supportsBalance: true,
    supportsModelFetch: true,
  }),
  row({
    id: 26,
    name: 'Zhipu GLM-4V',
    defaultBaseUrl: 'https://open.bigmodel.cn',
    defaultModels: models.zhipuV4Models,
    keyHint: 'API key (id.secret)',
    supportsModelFetch: true,
  }),
  row({
    id: 31,
    name: '01.AI',
    defaultBaseUrl: 'https://api.lingyiwanwu.com',
    defaultModels: models.lingyiModels,
    supportsModelFetch: true,
  }),
  row({
    id: 33,
    name: 'AWS Claude',
    defaultBaseUrl: '',
    defaultModels: models.awsClaudeModels,
    keyHint: 'Ak|Sk|Region',
    supportsModelFetch: true,
  }),
  row({
    id: 34,
    name: 'Cohere',
    defaultBaseUrl: 'https://api.cohere.ai',
    defaultModels: models.cohereModels,
    supportsModelFetch: true,
  }),
  row({
    id: 35,
    name: 'MiniMax',
    defaultBaseUrl: 'https://api.minimax.chat',
    defaultModels: models.minimaxModels,
    supportsModelFetch: true,
  }),
  row({
    id: 36,
    name: 'Suno',
    defaultBaseUrl: '',
    defaultModels: models.sunoModels,
    keyHint: 'Bearer key of the music proxy',
    baseUrlMeaning: 'beforeSuno',
    requiresBaseUrl: true,
    supportsTest: false,
  }),
  row({ id: 37, name: 'Dify', defaultBaseUrl: 'https://api.dify.ai', defaultModels: [], keyHint: 'application key' }),
  row({ id: 38, name: 'Jina', defaultBaseUrl: 'https://api.jina.ai', defaultModels: models.jinaModels }),
  row({
    id: 39,
    name: 'Cloudflare',
    defaultBaseUrl: 'https://api.cloudflare.com',
    defaultModels: models.cloudflareModels,
    keyHint: 'API token',
    other: { meaning: 'accountId', fallback: '', isRequired: true },
    supportsModelFetch: true,
  }),
  row({
    id: 40,
    name: 'SiliconCloud',
    defaultBaseUrl: 'https://api.siliconflow.cn',
    defaultModels: models.siliconCloudModels,
    supportsBalance: true,
    supportsModelFetch: true,
  }),
  row({
    id: 41,
    name: 'Vertex AI',
    defaultBaseUrl: '',
    defaultModels: models.vertexModels,
    keyHint: 'service-account credential, one JSON document',
    other: { meaning: 'region', fallback: '', isRequired: true },
    keyIsDocument: true,
    supportsModelFetch: true,
  }),
];

const typesById: ReadonlyMap<number, ChannelType> = new Map(channelTypes.map(type => [type.id, type]));

/** Finds the type with a number; undefined for a number that no type has. */
export function channelTypeOf(id: number): ChannelType | undefined {
  return typesById.get(id);
}
