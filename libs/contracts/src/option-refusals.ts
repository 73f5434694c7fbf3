import { fillIn, type Sentence, type SentenceParams } from './sentence';

/**
 * The reasons why a text cannot be the value of an option, by code. The server responds with these sentences; the
 * console shows them before it sends anything.
 */
export const optionRefusals = {
  OPTION_INVALID: { en: 'invalid value for {key}', zh: '{key} 的值无效' },
  OPTION_NUMBER_TOO_LARGE: { en: '{key} must be at most {max}', zh: '{key} 不能大于 {max}' },
  OPTION_RATIO_TOO_LARGE: {
    en: '{key}: the value of {name} must be at most {max}',
    zh: '{key}：{name} 的值不能大于 {max}',
  },
  OPTION_NAME_TOO_LONG: {
    en: '{key}: the name {name} is longer than {max} characters',
    zh: '{key}：名称 {name} 超过 {max} 个字符',
  },
  OPTION_STRATEGY_UNKNOWN: {
    en: '{key}: the strategy of {name} must be one of {known}',
    zh: '{key}：{name} 的策略必须是 {known} 之一',
  },
  OPTION_STATUS_CODES: {
    en: '{key}: {entry} is not a status from 100 to 599, nor a range such as 500-599',
    zh: '{key}：{entry} 不是 100 到 599 的状态码，也不是 500-599 这样的范围',
  },
  OPTION_ALIAS_CIRCLE: {
    en: '{key}: {name} stands for {model}, which is an alias itself',
    zh: '{key}：{name} 指向 {model}，而它本身也是别名',
  },
  OPTION_CHAIN_LENGTH: {
    en: '{key}: {name} needs 1 to {max} models, other than itself and each only once',
    zh: '{key}：{name} 需要 1 到 {max} 个模型，不能包含自身，也不能重复',
  },
  OPTION_TIME_ZONE: {
    en: '{key} must be the name of a time zone, such as Asia/Shanghai',
    zh: '{key} 必须是时区名称，例如 Asia/Shanghai',
  },
  OPTION_PRICE_RULE: {
    en: '{key}: {at} is missing or has a value that is not allowed there',
    zh: '{key}：{at} 缺失，或其值不被允许',
  },
  OPTION_WHOLE_PATH: {
    en: '{key} must be a whole path, such as /var/backups/sluice',
    zh: '{key} 必须是完整路径，例如 /var/backups/sluice',
  },
  OPTION_DAYS_TOO_FEW: {
    en: '{key} must be 0, which keeps everything, or at least {least} days',
    zh: '{key} 必须为 0（全部保留），或不少于 {least} 天',
  },
  OPTION_TOPUP_JSON: {
    en: 'top-up group ratio is not a valid JSON string',
    zh: '充值分组倍率不是合法的 JSON 字符串',
  },
  OPTION_PRESETS: {
    en: '{key} must be at most {most} whole amounts with commas between them, such as 10, 20, 50',
    zh: '{key} 最多填写 {most} 个整数金额，以逗号分隔，例如 10, 20, 50',
  },
  OPTION_BONUS: {
    en: '{key}: {name} must be a whole amount of at least 1, with a bonus of at most {max} percent',
    zh: '{key}：{name} 必须是不小于 1 的整数金额，赠送比例不超过百分之 {max}',
  },
  OPTION_GROUP_NEGATIVE: { en: 'group ratio must not be negative: {name}', zh: '分组倍率不能为负数：{name}' },
  OPTION_GROUP_NAME: {
    en: 'group names must not be empty or contain a comma',
    zh: '分组名称不能为空，也不能包含逗号',
  },
  OPTION_GROUP_DEFAULT: {
    en: 'the group ratio must contain the group default',
    zh: '分组倍率必须包含 default 分组',
  },
} as const satisfies Record<string, Sentence>;

type OptionRefusalCode = keyof typeof optionRefusals;

/** A refused option text. The refused value itself never stands in it, since it may be a secret. */
export interface OptionRefusal {
  readonly code: OptionRefusalCode;
  readonly params: SentenceParams;
}

export function refuseOption(code: OptionRefusalCode, params: SentenceParams = {}): OptionRefusal {
  return { code, params };
}

/** Writes the refusal as a sentence for people. */
export function optionRefusalText({ code, params }: OptionRefusal, language: keyof Sentence): string {
  return fillIn(optionRefusals[code][language], params);
}
