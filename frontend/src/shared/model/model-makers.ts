import ai360 from '@lobehub/icons-static-svg/icons/ai360-color.svg';
import baichuan from '@lobehub/icons-static-svg/icons/baichuan-color.svg';
import bing from '@lobehub/icons-static-svg/icons/bing-color.svg';
import chatglm from '@lobehub/icons-static-svg/icons/chatglm-color.svg';
import claude from '@lobehub/icons-static-svg/icons/claude-color.svg';
import cohere from '@lobehub/icons-static-svg/icons/cohere-color.svg';
import deepseek from '@lobehub/icons-static-svg/icons/deepseek-color.svg';
import doubao from '@lobehub/icons-static-svg/icons/doubao-color.svg';
import flux from '@lobehub/icons-static-svg/icons/flux.svg';
import gemini from '@lobehub/icons-static-svg/icons/gemini-color.svg';
import hunyuan from '@lobehub/icons-static-svg/icons/hunyuan-color.svg';
import jina from '@lobehub/icons-static-svg/icons/jina.svg';
import kimi from '@lobehub/icons-static-svg/icons/moonshot.svg';
import luma from '@lobehub/icons-static-svg/icons/luma.svg';
import midjourney from '@lobehub/icons-static-svg/icons/midjourney.svg';
import minimax from '@lobehub/icons-static-svg/icons/minimax-color.svg';
import openai from '@lobehub/icons-static-svg/icons/openai.svg';
import qwen from '@lobehub/icons-static-svg/icons/qwen-color.svg';
import runway from '@lobehub/icons-static-svg/icons/runway.svg';
import spark from '@lobehub/icons-static-svg/icons/spark-color.svg';
import suno from '@lobehub/icons-static-svg/icons/suno.svg';
import wenxin from '@lobehub/icons-static-svg/icons/wenxin-color.svg';
import yi from '@lobehub/icons-static-svg/icons/yi-color.svg';

/** A family of models that is recognised by the beginnings of their names. */
export interface ModelMaker {
  readonly name: string;
  /** The beginnings in lower case; the longest one that fits decides. */
  readonly prefixes: readonly string[];
  /** The company, when its name differs from that of its models. */
  readonly company?: string;
  /** The address of the icon. */
  readonly icon: string;
  /** True when the icon is plain black and must be inverted on a dark page. Default: false. */
  readonly isBlack?: boolean;
}

/** The families in the order in which they are offered. The names are brands, equal in every language. */
export const modelMakers: readonly ModelMaker[] = [
  {
    name: 'OpenAI',
    prefixes: ['gpt', 'chatgpt', 'dall', 'o1', 'o3', 'o4', 'tts', 'whisper', 'text-embedding-', 'davinci', 'babbage'],
    icon: openai,
    isBlack: true,
  },
  {
    name: 'ChatGPT Plus',
    prefixes: [
      'gpt-4-all',
      'gpt-4-dalle',
      'gpt-4-gizmo-',
      'gpt-4-v',
      'gpt-4o-all',
      'gpt-4o-gizmo-',
      'o1-mini-all',
      'o1-preview-all',
      'search-gpts',
      'search-gpts-chat',
    ],
    icon: openai,
    isBlack: true,
  },
  { name: 'Claude', company: 'Anthropic', prefixes: ['claude'], icon: claude },
  { name: 'Gemini', company: 'Google', prefixes: ['gemini', 'gemma', 'google', 'palm', 'imagen'], icon: gemini },
  { name: 'DeepSeek', prefixes: ['deepseek'], icon: deepseek },
  { name: 'Qwen', prefixes: ['qwen', 'qwq', 'qvq'], icon: qwen },
  { name: 'ERNIE', prefixes: ['ernie'], icon: wenxin },
  { name: 'ChatGLM', prefixes: ['glm', 'chatglm', 'cogview', 'cogvideo'], icon: chatglm },
  { name: 'Moonshot', prefixes: ['moonshot', 'kimi'], icon: kimi, isBlack: true },
  { name: 'Doubao', prefixes: ['doubao'], icon: doubao },
  { name: 'Hunyuan', prefixes: ['hunyuan'], icon: hunyuan },
  { name: 'Spark', prefixes: ['sparkdesk', 'spark'], icon: spark },
  { name: 'Baichuan', prefixes: ['baichuan'], icon: baichuan },
  { name: 'Yi', prefixes: ['yi-'], icon: yi },
  { name: '360', prefixes: ['360'], icon: ai360 },
  { name: 'Bing', prefixes: ['bing'], icon: bing },
  { name: 'MiniMax', prefixes: ['abab', 'minimax'], icon: minimax },
  { name: 'Cohere', prefixes: ['command', 'c4ai-aya', 'embed-english', 'embed-multilingual', 'rerank-'], icon: cohere },
  { name: 'Jina', prefixes: ['jina'], icon: jina, isBlack: true },
  { name: 'Midjourney', prefixes: ['mj', 'midjourney', 'swap_face'], icon: midjourney, isBlack: true },
  { name: 'Flux', prefixes: ['flux', 'black-forest-labs/flux'], icon: flux, isBlack: true },
  { name: 'Suno', prefixes: ['suno', 'chirp'], icon: suno, isBlack: true },
  { name: 'Luma', prefixes: ['luma'], icon: luma, isBlack: true },
  { name: 'Runway', prefixes: ['runway'], icon: runway, isBlack: true },
];

const byPrefix = modelMakers
  .flatMap(maker => maker.prefixes.map(prefix => ({ prefix, maker })))
  .sort((left, right) => right.prefix.length - left.prefix.length);

/** The family of a model by its name, or null. The longest fitting prefix decides. */
export function makerOf(model: string): ModelMaker | null {
  const name = model.toLowerCase();
  return byPrefix.find(({ prefix }) => name.startsWith(prefix))?.maker ?? null;
}

/** The family that an administrator means by this name, so that it needs no icon of its own. */
export function makerNamed(name: string): ModelMaker | null {
  const wanted = name.trim().toLowerCase();
  return (
    modelMakers.find(({ name, company }) => [name, company].some(known => known?.toLowerCase() === wanted)) ?? null
  );
}
