import { mailLayout } from '@option';
import { type Mail } from '@platform';

interface InvitationText {
  readonly team: string;
  /** Who invites. */
  readonly by: string;
  readonly link: string;
  readonly days: number;
}

/** Writes an invitation in both languages, because its reader's language is not known. */
export function invitationMail({ team, by, link, days }: InvitationText): Omit<Mail, 'to'> {
  const zh = {
    title: `${by} 邀请您加入团队 ${team}`,
    paragraphs: ['请登录后打开以下链接接受邀请。', `链接在 ${days} 天内有效，只能使用一次。`],
    action: { label: '接受邀请', url: link },
  };
  const en = {
    title: `${by} invites you to the team ${team}`,
    paragraphs: ['Open the link and sign in to accept.', `It is good for ${days} days, and once.`],
    action: { label: 'Accept the invitation', url: link },
  };
  return { subject: `${zh.title} / ${en.title}`, ...mailLayout(zh, en) };
}
