import azure from '@lobehub/icons-static-svg/icons/azure-color.svg';
import aws from '@lobehub/icons-static-svg/icons/bedrock-color.svg';
import cerebras from '@lobehub/icons-static-svg/icons/cerebras-color.svg';
import cloudflare from '@lobehub/icons-static-svg/icons/cloudflare-color.svg';
import deepinfra from '@lobehub/icons-static-svg/icons/deepinfra-color.svg';
import dify from '@lobehub/icons-static-svg/icons/dify-color.svg';
import fastgpt from '@lobehub/icons-static-svg/icons/fastgpt-color.svg';
import fireworks from '@lobehub/icons-static-svg/icons/fireworks-color.svg';
import github from '@lobehub/icons-static-svg/icons/github.svg';
import groq from '@lobehub/icons-static-svg/icons/groq.svg';
import huggingFace from '@lobehub/icons-static-svg/icons/huggingface-color.svg';
import hyperbolic from '@lobehub/icons-static-svg/icons/hyperbolic-color.svg';
import mistral from '@lobehub/icons-static-svg/icons/mistral-color.svg';
import nebius from '@lobehub/icons-static-svg/icons/nebius.svg';
import novita from '@lobehub/icons-static-svg/icons/novita-color.svg';
import nvidia from '@lobehub/icons-static-svg/icons/nvidia-color.svg';
import ollama from '@lobehub/icons-static-svg/icons/ollama.svg';
import openrouter from '@lobehub/icons-static-svg/icons/openrouter.svg';
import palm from '@lobehub/icons-static-svg/icons/palm-color.svg';
import perplexity from '@lobehub/icons-static-svg/icons/perplexity-color.svg';
import sambanova from '@lobehub/icons-static-svg/icons/sambanova-color.svg';
import siliconCloud from '@lobehub/icons-static-svg/icons/siliconcloud-color.svg';
import stepfun from '@lobehub/icons-static-svg/icons/stepfun-color.svg';
import together from '@lobehub/icons-static-svg/icons/together-color.svg';
import vercel from '@lobehub/icons-static-svg/icons/vercel.svg';
import vertex from '@lobehub/icons-static-svg/icons/vertexai-color.svg';
import volcengine from '@lobehub/icons-static-svg/icons/volcengine-color.svg';
import xai from '@lobehub/icons-static-svg/icons/xai.svg';
import { ModelIcon } from '../../shared/model/ModelIcon';
import { makerNamed, type ModelMaker } from '../../shared/model/model-makers';

type Icon = Pick<ModelMaker, 'icon' | 'isBlack'>;

function colored(icon: string): Icon {
  return { icon };
}

function black(icon: string): Icon {
  return { icon, isBlack: true };
}

/** Channel types whose provider makes models of its own: the name of the family, which has an icon. */
const familyOfType: Readonly<Record<number, string>> = {
  1: 'OpenAI',
  2: 'Midjourney',
  5: 'Midjourney',
  14: 'Claude',
  15: 'ERNIE',
  16: 'ChatGLM',
  17: 'Qwen',
  18: 'Spark',
  19: '360',
  23: 'Hunyuan',
  24: 'Gemini',
  25: 'Moonshot',
  26: 'ChatGLM',
  31: 'Yi',
  34: 'Cohere',
  35: 'MiniMax',
  36: 'Suno',
  38: 'Jina',
};

const iconOfType: Readonly<Record<number, Icon>> = {
  3: colored(azure),
  4: black(ollama),
  11: colored(palm),
  22: colored(fastgpt),
  33: colored(aws),
  37: colored(dify),
  39: colored(cloudflare),
  40: colored(siliconCloud),
  41: colored(vertex),
};

const familyOfPreset: Readonly<Record<string, string>> = { baichuan: 'Baichuan', deepseek: 'DeepSeek' };

const iconOfPreset: Readonly<Record<string, Icon>> = {
  cerebras: colored(cerebras),
  deepinfra: colored(deepinfra),
  fireworks: colored(fireworks),
  'github-models': black(github),
  groq: black(groq),
  'hugging-face': colored(huggingFace),
  hyperbolic: colored(hyperbolic),
  mistral: colored(mistral),
  nebius: black(nebius),
  novita: colored(novita),
  nvidia: colored(nvidia),
  openrouter: black(openrouter),
  perplexity: colored(perplexity),
  sambanova: colored(sambanova),
  stepfun: colored(stepfun),
  together: colored(together),
  vercel: black(vercel),
  volcengine: colored(volcengine),
  xai: black(xai),
};

function makerFor(type: number, preset: string): ModelMaker | null {
  const icon = iconOfPreset[preset] ?? (preset === '' ? iconOfType[type] : undefined);
  if (icon) return { name: '', prefixes: [], ...icon };
  const family = familyOfPreset[preset] ?? familyOfType[type];
  return family === undefined ? null : makerNamed(family);
}

interface ChannelIconProps {
  readonly type: number;
  /** The id of the provider, where several speak the protocol of the type; empty for none. */
  readonly preset?: string;
}

/** The icon of the provider of a channel. It adds nothing to the text beside it. */
export function ChannelIcon({ type, preset = '' }: ChannelIconProps) {
  return <ModelIcon maker={makerFor(type, preset)} />;
}
