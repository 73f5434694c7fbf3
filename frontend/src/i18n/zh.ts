import { type Dictionary } from './en';
import { zh as account } from './zh-account';
import { zh as daily } from './zh-daily';
import { zh as first } from './zh-first';
import { zh as manage } from './zh-manage';
import { zh as operate } from './zh-operate';

/** Every text of the console in Chinese. */
export const zh: Dictionary = { ...first, ...daily, ...operate, ...account, ...manage };
