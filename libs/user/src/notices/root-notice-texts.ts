import { type MailContent } from '@option';
import { type EventMap } from '@platform';

/** A text about one event in both languages, because its reader's language is not known. */
export interface RootNotice {
  readonly zh: MailContent;
  readonly en: MailContent;
}

/** The most characters of a reason, because error texts of providers can be whole pages. */
const REASON_MAX = 500;
const MODELS_SHOWN = 20;

export function channelDisabledNotice(fact: EventMap['channel.disabled']): RootNotice {
  const { channelId, name, unservedModels } = fact;
  const reason = shortened(fact.reason);
  const models = unservedModels.slice(0, MODELS_SHOWN).join(', ') + (unservedModels.length > MODELS_SHOWN ? ' …' : '');
  const isUnserved = unservedModels.length > 0;
  return {
    zh: {
      title: `渠道「${name}」（#${channelId}）已被自动禁用`,
      paragraphs: [`原因：${reason}`, ...(isUnserved ? [`以下模型已没有可用渠道：${models}`] : [])],
    },
    en: {
      title: `Channel "${name}" (#${channelId}) was disabled`,
      paragraphs: [
        `Reason: ${reason}`,
        ...(isUnserved ? [`No enabled channel serves these models now: ${models}`] : []),
      ],
    },
  };
}

export function keyDisabledNotice(fact: EventMap['channel.keyDisabled']): RootNotice {
  const { channelId, name, position, mask, usableCount, keyCount } = fact;
  const reason = shortened(fact.reason);
  return {
    zh: {
      title: `渠道「${name}」（#${channelId}）的密钥 #${position}（${mask}）已停用`,
      paragraphs: [`原因：${reason}`, `可用密钥：${usableCount} / ${keyCount}`],
    },
    en: {
      title: `Key #${position} (${mask}) of channel "${name}" (#${channelId}) was put out of use`,
      paragraphs: [`Reason: ${reason}`, `Usable keys: ${usableCount} of ${keyCount}`],
    },
  };
}

export function channelEnabledNotice({ channelId, name }: EventMap['channel.enabled']): RootNotice {
  return {
    zh: { title: `渠道「${name}」（#${channelId}）已恢复启用`, paragraphs: ['渠道已通过测试。'] },
    en: { title: `Channel "${name}" (#${channelId}) was enabled again`, paragraphs: ['It passed its test.'] },
  };
}

export function allTestedNotice({ testedCount, failedCount }: EventMap['channels.tested']): RootNotice {
  return {
    zh: { title: '渠道测试已完成', paragraphs: [`共测试 ${testedCount} 个渠道，其中 ${failedCount} 个失败。`] },
    en: { title: 'The channel test has ended', paragraphs: [`${testedCount} channels tested, ${failedCount} failed.`] },
  };
}

/** A notice that names the option and the user who saved it, never the value. */
export function sensitiveSavedNotice({ key, actorName, clientIp }: EventMap['option.sensitiveSaved']): RootNotice {
  const [from, fromEnglish] = clientIp === '' ? ['', ''] : [`（来自 ${clientIp}）`, ` from ${clientIp}`];
  return {
    zh: {
      title: `敏感设置 ${key} 已被修改`,
      paragraphs: [`修改者：${actorName}${from}`, '如果这不是您预期的操作，请立即检查该设置和管理员账户。'],
    },
    en: {
      title: `The sensitive setting ${key} was changed`,
      paragraphs: [
        `Changed by ${actorName}${fromEnglish}.`,
        'If you did not expect this, check the setting and the accounts of your administrators at once.',
      ],
    },
  };
}

function shortened(text: string): string {
  return text.length > REASON_MAX ? `${text.slice(0, REASON_MAX)}…` : text;
}
