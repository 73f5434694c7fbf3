import { DISPLAY_NAME_MAX, Role, UserStatus, USERNAME_MAX } from '@contracts';
import { emailKeyOf, usernameKeyOf } from '@user';
import { type RowValue } from '@platform';
import { deletedAtMs, fitting, secondsToMs, text, whole, type SourceRow } from '../source/cells';
import { type KindTable, type MapContext, type MappedRow } from '../run/target';

export const PEOPLE: KindTable = {
  kind: 'user',
  table: 'users',
  shape: {
    id: 'integer',
    username: 'text',
    username_key: 'text',
    display_name: 'text',
    password_hash: 'text',
    role: 'integer',
    status: 'integer',
    email: 'text',
    user_group: 'text',
    aff_code: 'text',
    aff_count: 'integer',
    inviter_id: 'integer',
    message_penetration: 'text',
    access_token_hash: 'text',
    session_version: 'integer',
    created_at_ms: 'integer',
    last_login_at_ms: 'integer',
    deleted_at_ms: 'integer',
  },
};

const EMAIL_COLUMN_MAX = 100;
const GROUP_COLUMN_MAX = 255;
const SUBJECT_MAX = 128;
/** In one-api a deleted person has this status, and in one-hub this role trusts a common user. */
const DELETED_STATUS = 3;
const TRUSTED_ROLE = 3;

/** A person with password, ways of signing in, and balances; deleted people stay deleted. */
export function mapPerson(row: SourceRow, context: MapContext): MappedRow {
  const { ids, taken, box, nowMs } = context;
  const sourceId = whole(row, 'id');
  const id = ids.user.get(sourceId) ?? 0;
  const status = whole(row, 'status');
  const deleted = deletedAtMs(row) ?? (status === DELETED_STATUS ? nowMs : null);
  const username = nameHere(text(row, 'username'), id, deleted !== null, context);
  context.usernames.set(id, username);
  const accessToken = text(row, 'access_token');
  const accessTokenHash = accessToken === '' ? null : box.hash('access-token', accessToken);
  const affCode = text(row, 'aff_code');
  return {
    sourceId,
    columns: {
      id,
      username,
      username_key: usernameKeyOf(username),
      display_name: displayName(row, username, context),
      password_hash: text(row, 'password') || null,
      role: roleHere(row, username, context),
      status: status === UserStatus.Enabled ? UserStatus.Enabled : UserStatus.Disabled,
      email: emailHere(row, id, username, context),
      user_group: fitting(text(row, 'group') || 'default', GROUP_COLUMN_MAX),
      aff_code: affCode !== '' && taken.aff_code.take(affCode, id) ? affCode : null,
      aff_count: whole(row, 'aff_count'),
      inviter_id: ids.user.get(whole(row, 'inviter_id')) ?? 0,
      message_penetration: '',
      access_token_hash: accessTokenHash && taken.access_token.take(accessTokenHash, id) ? accessTokenHash : null,
      session_version: 1,
      created_at_ms: secondsToMs(whole(row, 'created_time') || whole(row, 'created_at')),
      last_login_at_ms: secondsToMs(whole(row, 'last_login_time') || whole(row, 'last_login_at')),
      deleted_at_ms: deleted,
    },
    amounts: {
      balance: whole(row, 'quota'),
      affiliate: whole(row, 'aff_quota'),
      affiliateEver: whole(row, 'aff_history'),
      used: whole(row, 'used_quota'),
      requests: whole(row, 'request_count'),
    },
    identities: identitiesOf(row, id, username, context),
  };
}

/** Names of deleted people and of third parties may be longer than ours, and a name may be in use here. */
function nameHere(name: string, id: number, isDeleted: boolean, { taken, remarks }: MapContext): string {
  const isFree = (text: string) => taken.username.take(usernameKeyOf(text), id);
  const plain = Array.from(name).length <= USERNAME_MAX ? name : `${fitting(name, USERNAME_MAX - 9)}-${id}`;
  const short = fitting(plain, USERNAME_MAX);
  const isSame = short === name;
  if (isFree(short)) {
    if (!isSame && !isDeleted) remarks.add('people whose name was too long and is shorter here', `${name} → ${short}`);
    if (!isSame && isDeleted) remarks.add('deleted people whose name was too long and is shorter here', short);
    return short;
  }
  const numbered = `${fitting(name, USERNAME_MAX - 1 - String(id).length)}-${id}`;
  isFree(numbered);
  remarks.add('people whose name is in use here, and who sign in with another one', `${name} → ${numbered}`);
  return numbered;
}

function displayName(row: SourceRow, username: string, { remarks }: MapContext): string {
  const name = text(row, 'display_name');
  const short = fitting(name, DISPLAY_NAME_MAX);
  if (short !== name) remarks.add('people whose display name was shortened', username);
  return short;
}

function roleHere(row: SourceRow, username: string, { remarks }: MapContext): number {
  const role = whole(row, 'role');
  if (role === Role.Root || role === Role.Admin || role === Role.User) return role;
  const what =
    role === TRUSTED_ROLE
      ? 'trusted people, who come as common ones'
      : 'people of an unknown role, who come as common ones';
  remarks.add(what, username);
  return Role.User;
}

/** Where several people have one address, the first keeps it. */
function emailHere(row: SourceRow, id: number, username: string, { taken, remarks }: MapContext): string | null {
  const email = emailKeyOf(text(row, 'email'));
  if (email === '') return null;
  if (email.length <= EMAIL_COLUMN_MAX && taken.email.take(email, id)) return email;
  remarks.add('people who come without their mail address, because another one has it or it is too long', username);
  return null;
}

/** Columns with ids at third parties, and the name of each third party here. */
const PROVIDERS: Readonly<Record<string, string>> = {
  github_id: 'github',
  wechat_id: 'wechat',
  oidc_id: 'oidc',
  telegram_id: 'telegram',
  linux_do_id: 'linuxdo',
  lark_id: 'lark',
  discord_id: 'discord',
};

function identitiesOf(row: SourceRow, id: number, username: string, { taken, remarks, nowMs }: MapContext) {
  return Object.entries(PROVIDERS).flatMap(([column, provider]): Readonly<Record<string, RowValue>>[] => {
    const login = text(row, column);
    const subject = provider === 'github' && whole(row, 'github_id_new') > 0 ? text(row, 'github_id_new') : login;
    if (subject === '' || subject === '0' || subject.length > SUBJECT_MAX) return [];
    if (!taken.identity.take(`${provider} ${subject}`, id)) {
      remarks.add(`people who come without their ${provider} account, because another one has it`, username);
      return [];
    }
    if (provider === 'github' && !/^\d+$/.test(subject)) {
      remarks.add('people who link GitHub once more, because only their name there is known', username);
    }
    if (provider === 'lark' || provider === 'discord') {
      remarks.add(`people whose ${provider} account is kept, though nobody can sign in with it here`, username);
    }
    return [{ provider, subject, login: fitting(login, SUBJECT_MAX), level: 0, created_at_ms: nowMs }];
  });
}
