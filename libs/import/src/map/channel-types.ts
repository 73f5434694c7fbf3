import { channelPresets, PRESET_CHANNEL_TYPE } from '@contracts';
import { type Family } from '../source/family';

/** What a channel of another gateway becomes: one of our types, or a preset address over the OpenAI protocol. */
export interface TypeHere {
  readonly type: number;
  /** Used where the channel has no address of its own. */
  readonly baseUrl: string;
}

/** Families whose channels have numbered types. */
export type NumberedFamily = Exclude<Family, 'litellm'>;

/** Numbers that mean the same everywhere. */
const SAME = [1, 3, 8, 11, 14, 15, 16, 17, 18, 19, 23];

const OWN: Readonly<Record<NumberedFamily, Readonly<Record<number, number>>>> = {
  'one-api': { 21: 21, 22: 22, 24: 24, 25: 25, 27: 35, 30: 4, 31: 31, 33: 33, 35: 34, 37: 39, 42: 41, 44: 40 },
  'new-api': Object.fromEntries(
    [2, 4, 5, 21, 22, 24, 25, 26, 31, 33, 34, 35, 36, 37, 38, 39, 40, 41].map(type => [type, type]),
  ),
  'one-hub': {
    25: 24,
    27: 35,
    29: 25,
    32: 33,
    33: 31,
    34: 2,
    35: 39,
    36: 34,
    39: 4,
    40: 23,
    41: 36,
    42: 41,
    45: 40,
    47: 38,
  },
};

/** Providers that speak the OpenAI protocol; an empty preset has the address only in the channel itself. */
const PRESETS: Readonly<Record<NumberedFamily, Readonly<Record<number, string>>>> = {
  'one-api': {
    2: 'https://api.api2d.net',
    4: 'https://api.closeai-proxy.xyz',
    5: 'https://api.openai-sb.com',
    6: 'https://api.openaimax.com',
    7: 'https://api.ohmygpt.com',
    9: 'https://api.caipacity.com',
    10: 'https://api.aiproxy.io',
    12: 'https://api.api2gpt.com',
    13: 'https://api.aigc2d.com',
    20: 'openrouter',
    26: 'baichuan',
    28: 'mistral',
    29: 'groq',
    32: 'stepfun',
    36: 'deepseek',
    39: 'together',
    40: 'volcengine',
    41: 'novita',
    45: 'xai',
    47: 'https://qianfan.baidubce.com/v2',
    48: 'https://spark-api-open.xf-yun.com/v1',
    49: 'https://dashscope.aliyuncs.com/compatible-mode/v1',
    50: '',
    51: '',
  },
  'new-api': {
    6: 'https://api.openaimax.com',
    7: 'https://api.ohmygpt.com',
    9: 'https://api.caipacity.com',
    10: 'https://api.aiproxy.io',
    12: 'https://api.api2gpt.com',
    13: 'https://api.aigc2d.com',
    20: 'openrouter',
    27: 'perplexity',
    42: 'mistral',
    43: 'deepseek',
    45: 'volcengine',
    46: 'https://qianfan.baidubce.com/v2',
    47: '',
    48: 'xai',
    53: '',
    59: '',
    60: '',
  },
  'one-hub': {
    20: 'openrouter',
    26: 'baichuan',
    28: 'deepseek',
    30: 'mistral',
    31: 'groq',
    43: '',
    49: '',
    55: '',
    56: '',
  },
};

const addresses: ReadonlyMap<string, string> = new Map(channelPresets.map(({ id, baseUrl }) => [id, baseUrl]));

/** @returns null for a type that nothing here can serve */
export function typeHere(family: NumberedFamily, type: number): TypeHere | null {
  const own = SAME.includes(type) ? type : OWN[family][type];
  if (own !== undefined) return { type: own, baseUrl: '' };
  const preset = PRESETS[family][type];
  if (preset === undefined) return null;
  return { type: PRESET_CHANNEL_TYPE, baseUrl: addresses.get(preset) ?? preset };
}
